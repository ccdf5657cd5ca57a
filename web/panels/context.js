// What a table offers to its panels, for JSDoc. The module has no code.

/** @typedef {import("../types.js").Action} Action */
/** @typedef {{state: string, picks: string[], remaining: Action[], exact: Action[]}} ShownChoice */
/** @typedef {{share: number, text: string, isBest: boolean}} Rating */

/**
 * @typedef {object} TableContext
 * @property {import("../match.js").MatchModel | null} match
 * @property {import("../texts/table.js").TableTexts} texts
 * @property {import("../language.js").Language} language
 * @property {ShownChoice | null} choice what is picked on the board
 * @property {Map<string, Rating>} ratings a bot's opinion of actions, by notation
 * @property {boolean} isWhy clicks on the board ask instead of playing
 * @property {boolean} isHint the hint is open
 * @property {(action: Action) => Promise<void>} play
 * @property {() => void} back drop what is picked
 * @property {(actions: readonly Action[]) => void} light show on the board what actions touch
 * @property {(verb: string) => void} askVerb ask why a verb is not possible
 * @property {() => void} toggleWhy
 * @property {() => void} toggleHint
 * @property {() => void} toPanels bring the list of moves into sight on a small screen
 * @property {(rule: string) => void} showRule
 * @property {(place: string) => string} placeName
 * @property {() => Element | null} focused
 */

export {};
