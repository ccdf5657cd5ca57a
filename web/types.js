// Types of the service's answers that the kit reads, for JSDoc. The module has no code.

/**
 * @typedef {"chance" | number} SeatOrChance
 * @typedef {string[]} Group Places that show the same value, such as two equal dice.
 * @typedef {{kind: string, notation: string, label: string, touches?: Group[], [field: string]: unknown}} Action
 * @typedef {{rule: string, title: string, message: string, source: string, facts?: Record<string, unknown>}} Refusal
 * @typedef {{seat: SeatOrChance, question: string, prompt: string, verbs: string[], facts?: Record<string, unknown>}} Turn
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
 * What a call is about: an open state by digest (with the state for a service that has forgotten it), or a sealed one.
 * @typedef {{digest?: string, state?: unknown, sealed_state?: string, credential?: string}} Source
 */

/**
 * @typedef {{game: string, title: string, seats: number[], rulesets: string[], content: string[]}} GameSummary
 * @typedef {GameSummary & {options: any, verbs: Record<string, any>, packs?: any, picture_parts?: string[]}} GameInfo
 * @typedef {{id: string, kind: string, name: string, text: string}} Component
 * @typedef {Component & {facts?: any, rules?: {rule: string, title: string}[], provenance?: string, pack?: string}} ComponentInfo
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
 * An answer to "why not?": the actions that a player may mean by pointing at places.
 * @typedef {{legal: boolean, refusals: Refusal[], suggestions: Action[],
 *   candidates?: (Action & {legal: boolean, refusals: Refusal[]})[], preview?: Position | null}} PlaceVerdict
 */

export {};
