// Invitations to a room: the links of its seats, kept in this tab for its creator, and the screen that shows them.
import { Problem } from "../client.js";
import { fill } from "../language.js";
import { fillWith, h, icon, seatMark } from "../panels/dom.js";
import { pause } from "../sse.js";
import { setTabSecret, tabSecret } from "./settings.js";
import { roomBody } from "./setup-model.js";

/** @typedef {import("../client.js").RefereeClient} RefereeClient */
/** @typedef {import("./setup-model.js").Setup} Setup */
/**
 * @typedef {{id: string, credentials: {seats: string[], watcher: string, creator: string}, links: {seats: string[],
 * watcher: string}}} NewRoom
 */
/** @typedef {{seat: number, name: string, link: string}} Invitation */
/**
 * @typedef {{game: string, own: number | null, friends: Invitation[], watcher: string, creator: string, isSent:
 * boolean}} Invitations
 */

/** Requests for a room while the workers start. */
const TRIES = 6;

/**
 * Set up a room, keep its secrets, and return its id.
 * @param {RefereeClient} client
 * @param {Setup} setup
 * @param {string[]} names
 */
export async function newRoom(client, setup, names) {
  const isPerson = (/** @type {number} */ seat) => ["you", "friend"].includes(setup.players[seat]?.kind ?? "");
  // people without a name are asked when they join, in their language
  const named = names.map((name, seat) => (isPerson(seat) && !setup.players[seat]?.name.trim() ? "" : name));
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const room = await requestedRoom(client, { body: roomBody(setup, named), headers });
  keepInvitations(room, setup, names);
  return room.id;
}

/**
 * Request a room. Workers of a service that has just started are ready a few seconds later, so it tries again.
 * @param {RefereeClient} client
 * @param {import("../client.js").RequestOptions} options
 * @returns {Promise<NewRoom>}
 */
async function requestedRoom(client, options) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await client.request("POST", "/v1/rooms", options);
    } catch (error) {
      const isBrief = error instanceof Problem && error.code === "no-worker" && error.retryAfter > 0;
      if (!isBrief || tries === TRIES) throw error;
      await pause(1000);
    }
  }
}

/**
 * Keep the secrets of a new room in this tab: the seat of its creator, or else a view as a watcher, and the links to
 * send.
 * @param {NewRoom} room
 * @param {Setup} setup
 * @param {string[]} names
 */
function keepInvitations(room, setup, names) {
  const own = setup.players.findIndex(({ kind }) => kind === "you");
  const friends = setup.players.flatMap(({ kind }, seat) => {
    const isInvited = kind === "friend" || (kind === "you" && seat !== own);
    return isInvited ? [{ seat, name: names[seat] ?? "", link: localLink(room.links.seats[seat]) }] : [];
  });
  setTabSecret(`referee.room.${room.id}`, own < 0 ? room.credentials.creator : (room.credentials.seats[own] ?? ""));
  storeInvitations(room.id, {
    game: setup.game,
    own: own < 0 ? null : own,
    friends,
    watcher: localLink(room.links.watcher),
    creator: room.credentials.creator,
    isSent: false,
  });
}

/**
 * Return a link of the service on the address of this page, which a proxy may have changed.
 * @param {string | undefined} link
 */
function localLink(link) {
  const fragment = (link ?? "").replace(/^[^#]*/, "");
  return `${location.href.replace(/#.*$/, "")}${fragment}`;
}

/**
 * @param {string} id
 * @param {Invitations} invitations
 */
export function storeInvitations(id, invitations) {
  setTabSecret(`referee.invites.${id}`, JSON.stringify(invitations));
}

/**
 * Return the invitations of a room that this tab created, or null.
 * @param {string} id
 * @returns {Invitations | null}
 */
export function invitationsOf(id) {
  try {
    return JSON.parse(tabSecret(`referee.invites.${id}`) ?? "null");
  } catch {
    return null; // it cannot be read, so there is nothing to send
  }
}

/**
 * Return the screen with the links.
 * @param {import("./app.js").App} app
 * @param {Invitations} invitations
 * @param {string} title title of the game
 * @param {() => void} onDone
 */
export function invitationView(app, invitations, title, onDone) {
  const { texts } = app;
  const rows = invitations.friends.map((invitation) =>
    linkRow(
      app,
      seatMark(invitation.seat),
      invitation.name,
      fill(texts.inviteSeat, { name: invitation.name }),
      invitation.link,
      title,
    ),
  );
  const watcher = linkRow(
    app,
    h("span", { class: "seat-mark" }),
    texts.inviteWatcher,
    texts.inviteWatcher,
    invitations.watcher,
    title,
  );
  return h(
    "div",
    { class: "screen invite" },
    h("h1", {}, texts.invite),
    h("p", {}, texts.inviteLead),
    h("div", { class: "card stack" }, rows),
    h("div", { class: "card stack" }, watcher),
    h(
      "p",
      {},
      h("button", { class: "primary start", onclick: onDone }, invitations.own === null ? texts.watch : texts.takeSeat),
    ),
  );
}

/**
 * Return a link with the ways to send it.
 * @param {import("./app.js").App} app
 * @param {HTMLElement} mark
 * @param {string} name
 * @param {string} label
 * @param {string} link
 * @param {string} title
 */
function linkRow(app, mark, name, label, link, title) {
  const { texts } = app;
  const field = h("input", {
    class: "link",
    readOnly: true,
    value: link,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  const copy = h("button", { "aria-label": `${texts.copyLink}: ${name}` }, icon("copy"), h("span", {}, texts.copyLink));
  copy.addEventListener("click", async () => {
    const isCopied = await copied(link);
    if (!isCopied) return field.focus();
    fillWith(copy, icon("check"), h("span", {}, texts.copied));
    app.announce(texts.copied);
    setTimeout(() => fillWith(copy, icon("copy"), h("span", {}, texts.copyLink)), 2000);
  });
  const share =
    "share" in navigator &&
    h(
      "button",
      {
        "aria-label": `${texts.shareLink} ${name}`,
        onclick: () =>
          void navigator
            .share({ title: "Referee", text: fill(texts.shareText, { game: title }), url: link })
            .catch(() => {}),
      },
      icon("share"),
      texts.shareLink,
    );
  return h("div", { class: "link-row" }, mark, h("strong", {}, name), copy, share || h("span"), field);
}

/**
 * Copy a text, and return whether the browser allowed it.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
