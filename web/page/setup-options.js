// Fields for the options of a game, made from the schema that the service publishes, and for chance, edition and time.
import { fill } from "../language.js";
import { h } from "../panels/dom.js";
import { shownNames } from "./setup-model.js";

/** @typedef {import("./setup.js").SetupContext} SetupContext */
/**
 * @typedef {{title?: string, description?: string, enum?: unknown[], type?: string, anyOf?: Schema[], default?:
 * unknown,
 *   minimum?: number, maximum?: number, "x-titles"?: {value: unknown, title: string}[], "x-seats"?: number[]}} Schema
 */
/** @typedef {{value: unknown, title: string, seat?: number}} Choice */

/**
 * Return the properties of the options of a game.
 * @param {any} schema
 * @returns {Record<string, Schema>}
 */
function propertiesOf(schema) {
  const name = typeof schema?.$ref === "string" ? schema.$ref.split("/").at(-1) : null;
  return (name ? schema.$defs?.[name] : schema)?.properties ?? {};
}

/**
 * Return a name for people: `first_player` becomes `First player`. Used where the service gives no title.
 * @param {string} name
 */
const humanised = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/**
 * Return the values that an option can have, or null if a list of them makes no sense.
 * @param {string} name
 * @param {Schema} schema
 * @param {SetupContext} context
 * @returns {Choice[] | null}
 */
function choicesOf(name, schema, context) {
  const titles = schema["x-titles"] ?? [];
  const titled = (/** @type {unknown} */ value) =>
    titles.find((each) => each.value === value)?.title ?? humanised(String(value));
  if (schema.enum) return ordered(schema.enum, titles).map((value) => ({ value, title: titled(value) }));
  if (/player|seat/.test(name) && schema.anyOf?.some(({ type }) => type === "integer"))
    return seatChoices(context, titles);
  const listed = schema.anyOf?.find((each) => each.enum);
  if (listed?.enum) return ordered(listed.enum, titles).map((value) => ({ value, title: titled(value) }));
  const { minimum, maximum } = schema;
  if (schema.type !== "integer" || minimum === undefined || maximum === undefined || maximum - minimum > 20)
    return null;
  const numbers = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
  return numbers.map((value) => ({
    value,
    title: titles.find((each) => each.value === value)?.title ?? String(value),
  }));
}

/**
 * Return values in the order of their titles, which is that of the rulebook.
 * @param {unknown[]} values
 * @param {Choice[]} titles
 */
function ordered(values, titles) {
  const rank = (/** @type {unknown} */ value) => titles.findIndex((each) => each.value === value) + 1 || Infinity;
  return [...values].sort((one, other) => rank(one) - rank(other) || 0);
}

/**
 * Return the seats by name, after "random".
 * @param {SetupContext} context
 * @param {Choice[]} titles
 * @returns {Choice[]}
 */
function seatChoices({ setup, app: { texts } }, titles) {
  const none = titles.find((each) => each.value === null)?.title ?? texts.noOne;
  return [
    { value: null, title: none },
    ...shownNames(setup, texts).map((title, seat) => ({ value: seat, title, seat })),
  ];
}

/**
 * Show the names of players where an option chooses a seat.
 * @param {HTMLElement} options
 * @param {string[]} names
 */
export function showSeatNames(options, names) {
  for (const option of options.querySelectorAll("option[data-seat]")) {
    option.textContent = names[Number(option.getAttribute("data-seat"))] ?? "";
  }
}

/**
 * Return a field for each option that a form can show.
 * @param {SetupContext} context
 */
export function optionFields(context) {
  const seats = context.setup.players.length;
  const fields = Object.entries(propertiesOf(context.info.options))
    .filter(([, schema]) => schema["x-seats"]?.includes(seats) ?? true)
    .map(([name, schema]) => optionField(context, name, schema));
  return fields.filter((field) => field !== null);
}

/**
 * Return the field of one option, or null.
 * @param {SetupContext} context
 * @param {string} name
 * @param {Schema} schema
 */
function optionField(context, name, schema) {
  const { setup, change } = context;
  const current = name in setup.options ? setup.options[name] : schema.default;
  const title = schema.title ?? humanised(name);
  const set = (/** @type {unknown} */ value) => {
    const options = { ...context.setup.options };
    if (value === (schema.default ?? null)) delete options[name];
    else options[name] = value;
    context.setup = { ...context.setup, options };
    change({ options });
  };
  if (schema.type === "boolean") return checkField(`option-${name}`, title, schema.description, Boolean(current), set);
  const choices = choicesOf(name, schema, context);
  if (!choices || choices.length < 2) return null;
  return selectField(`option-${name}`, title, schema.description, choices, current ?? null, set);
}

/**
 * Return a labelled list of values.
 * @param {string} id
 * @param {string} title
 * @param {string | undefined} help
 * @param {Choice[]} choices
 * @param {unknown} current
 * @param {(value: any) => void} set
 */
function selectField(id, title, help, choices, current, set) {
  const select = h(
    "select",
    { id, "aria-describedby": help ? `${id}-help` : null },
    choices.map((choice) =>
      h(
        "option",
        { value: String(choice.value ?? ""), selected: choice.value === current, "data-seat": choice.seat },
        choice.title,
      ),
    ),
  );
  select.addEventListener("change", () => set(choices[select.selectedIndex]?.value ?? null));
  return h("div", { class: "field" }, h("label", { for: id }, title), select, helpText(id, help));
}

/**
 * Return a labelled check box.
 * @param {string} id
 * @param {string} title
 * @param {string | undefined} help
 * @param {boolean} current
 * @param {(value: boolean) => void} set
 */
function checkField(id, title, help, current, set) {
  const box = h("input", { id, type: "checkbox", checked: current, "aria-describedby": help ? `${id}-help` : null });
  box.addEventListener("change", () => set(box.checked));
  return h(
    "div",
    { class: "field check" },
    h("label", { class: "check-label" }, box, h("span", {}, title)),
    helpText(id, help),
  );
}

/**
 * @param {string} id
 * @param {string | undefined} help
 */
const helpText = (id, help) => (help ? h("p", { class: "soft small", id: `${id}-help` }, help) : null);

/**
 * Return the fields for chance and edition of a match on this screen.
 * @param {SetupContext} context
 */
export function chanceFields(context) {
  const {
    setup,
    change,
    app: { texts },
  } = context;
  const seed = h("input", {
    id: "seed",
    autocomplete: "off",
    maxLength: 80,
    value: setup.seed,
    "aria-describedby": "seed-help",
  });
  seed.addEventListener("input", () => change({ seed: seed.value.trim() }));
  const seedField = h(
    "div",
    { class: "field", hidden: setup.chance === "table" },
    h("label", { for: "seed" }, texts.seed),
    seed,
    helpText("seed", texts.seedHelp),
  );
  const modes = [
    { value: "seeded", title: texts.chanceSeeded },
    { value: "table", title: texts.chanceTable },
  ];
  const chance = selectField("chance", texts.chance, undefined, modes, setup.chance, (value) => {
    seedField.hidden = value === "table";
    change({ chance: value });
  });
  return [chance, seedField, packField(context)];
}

/**
 * Return the fields of a match with friends.
 * @param {SetupContext} context
 */
export function roomFields(context) {
  const {
    setup,
    change,
    app: { texts },
  } = context;
  const times = [null, 30, 60, 120, 300, 3600, 86_400].map((value) => ({ value, title: timeText(value, texts) }));
  const seconds = selectField("seconds", texts.seconds, texts.secondsHelp, times, setup.seconds, (value) =>
    change({ seconds: value }),
  );
  const chance = h(
    "div",
    { class: "field" },
    h("p", { class: "label" }, texts.chance),
    h("p", { class: "soft" }, texts.chanceSecret),
  );
  return [seconds, chance, packField(context)];
}

/**
 * Return a time limit for people.
 * @param {number | null} seconds
 * @param {import("./texts.js").PageTexts} texts
 */
function timeText(seconds, texts) {
  if (seconds === null) return texts.secondsNone;
  if (seconds >= 86_400) return texts.dayOne;
  return seconds < 120 ? fill(texts.secondsSome, { seconds }) : fill(texts.minutesSome, { minutes: seconds / 60 });
}

/**
 * Return the field of the edition, if the game has several.
 * @param {SetupContext} context
 */
function packField({ info, setup, change, app: { texts } }) {
  if (info.content.length < 2) return null;
  const packs = info.content.map((value) => ({
    value,
    title: humanised(value.split("@")[0] ?? value).replaceAll("-", " "),
  }));
  return selectField("pack", texts.pack, undefined, packs, setup.content ?? packs[0]?.value, (value) =>
    change({ content: value }),
  );
}
