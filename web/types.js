// Types of the service's answers that the kit reads, for JSDoc. The module has no code.

/**
 * @typedef {"chance" | number} SeatOrChance
 * @typedef {string[]} Group Places that show the same value, such as two equal dice.
 * @typedef {{kind: string, notation: string, label: string, touches?: Group[], [field: string]: unknown}} Action
 * @typedef {{rule: string, title: string, message: string, source: string, facts?: Record<string, unknown>}} Refusal
 * @typedef {{seat: SeatOrChance, question: string, prompt: string, verbs: string[],
 *   facts?: Record<string, unknown>}} Turn
 * @typedef {{kind: string, seat: SeatOrChance | null, text: string, facts?: Record<string, unknown>}} GameEvent
 * @typedef {{seat: SeatOrChance, kind: string, notation: string | null, action?: Action | null}} PlayedMove
 * @typedef {{scores: number[], winners: (number | string)[], ranking?: (number | string)[][],
 *   lines?: ScoreLine[][], rivals?: Rival[]}} Result
 * @typedef {{text?: string, label?: string, points?: number, [field: string]: unknown}} ScoreLine
 * @typedef {{name: string, label: string, score: number, lines: ScoreLine[]}} Rival
 * @typedef {{scores: number[], lines: ScoreLine[][], rivals: Rival[], result: Result | null}} Scores
 */

/**
 * @typedef {object} Position
 * @property {string} game
 * @property {string} ruleset
 * @property {string} content
 * @property {number} ply
 * @property {string} digest
 * @property {string} [signature]
 * @property {any} [state]
 * @property {string} [sealed_state]
 * @property {string} [commitment]
 * @property {string} [chance_key]
 * @property {{seats: string[], keeper: string}} [credentials]
 * @property {Turn | null} turn
 * @property {Action[]} [legal_actions]
 * @property {PlayedMove[]} [played]
 * @property {GameEvent[]} [events]
 * @property {Result | null} result
 */

/**
 * What a call is about: an open state by digest (with the state and its signature for a service that has forgotten it),
 * a sealed one, or the match of a room.
 * @typedef {{digest?: string, state?: unknown, signature?: string | undefined, sealed_state?: string, room?: string,
 *   credential?: string}} Source
 */

/**
 * @typedef {{game: string, title: string, seats: number[], rulesets: string[], content: string[]}} GameSummary
 * @typedef {GameSummary & {options: any, verbs: Record<string, any>, packs?: any, picture_parts?: string[]}} GameInfo
 * @typedef {{id: string, kind: string, name: string, text: string}} Component
 * @typedef {Component & {facts?: any, rules?: {rule: string, title: string}[], provenance?: string,
 *   pack?: string}} ComponentInfo
 */

/**
 * @typedef {{iterations?: number, milliseconds?: number}} Budget
 * @typedef {{action: Action, value: number, visits: number}} RankedMove
 * @typedef {{action: Action, value: number, iterations: number, ranking: RankedMove[]}} BotChoice
 * @typedef {{game: string, seat: number, bot: string, action: Action | null, moves: BotChoice[], iterations: number,
 *   position?: Position}} BotMove
 * @typedef {{id: string, status: "queued" | "running" | "finished" | "failed" | "stopped", iterations: number,
 *   nodes: number, best: {notation: string, label: string, value: number} | null, result: BotMove | null,
 *   error: any}} Job
 */

/**
 * A player of a match, as a table shows it. `bot` is the name of a bot, or null for a person.
 * @typedef {{seat: number, name: string, bot: string | null, isYou: boolean, isAway: boolean, isResigned: boolean,
 *   hasJoined: boolean}} Player
 * @typedef {{ply: number, seat: SeatOrChance | null, text: string, kind: string}} LogEntry
 * @typedef {{seat: number, bot: string, iterations: number, best: Job["best"]}} Thinking
 * @typedef {{bot: string, budget?: Budget}} BotOptions
 */

/**
 * A room as the service describes it to one viewer.
 * @typedef {object} Room
 * @property {string} id
 * @property {string} game
 * @property {number} version
 * @property {{role: "seat" | "watcher" | "creator", seat: number | null}} viewer
 * @property {"playing" | "over" | "resigned"} status
 * @property {{seat: number, name: string, bot: BotOptions | null, has_joined: boolean, is_away: boolean,
 *   is_resigned: boolean}[]} players
 * @property {Position} position
 * @property {number | null} seconds
 * @property {number | null} deadline_in
 * @property {{seat: number, bot: string, iterations: number} | null} thinking
 * @property {boolean} can_undo
 * @property {number} undos
 * @property {{id: string, credential: string, link: string} | null} rematch
 * @property {number} expires_in
 */

/**
 * An answer to "why not?": the actions that a player may mean by pointing at places.
 * @typedef {{legal: boolean, refusals: Refusal[], suggestions: Action[],
 *   candidates?: (Action & {legal: boolean, refusals: Refusal[]})[], preview?: Position | null}} PlaceVerdict
 */

export {};
