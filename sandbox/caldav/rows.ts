/** One resource of a calendar. Without a text it was deleted: who synchronizes is told so. */
export interface ObjectRow {
  /** `<user> <calendar> <name>` */
  readonly id: string
  readonly user: string
  readonly calendar: string
  readonly name: string
  readonly uid: string
  readonly text: string | null
  /** Rises with each change in the sandbox. */
  readonly change: number
}

export const redirections = {
  none: 'Answers at the first address',
  moved: 'Everything has moved to another path',
  otherHost: 'To another host',
  privateAddress: 'To a private address',
  endless: 'In a circle',
} as const

export const etagKinds = {
  strong: 'As RFC 4791 asks for',
  weak: 'Weak, as behind a proxy that compresses',
  absent: 'None after a write',
} as const

/** How the server behaves, at will. One row, of the id `now`. */
export interface ServerBehaviour {
  readonly id: string
  /** Tells what changed since a token (RFC 6578). */
  readonly hasSync: boolean
  /** Tells with one value whether anything changed. */
  readonly hasCtag: boolean
  /** The most resources of a list; then it is cut. */
  readonly listSize: number
  readonly etags: keyof typeof etagKinds
  /** Stores something other than what it was given. */
  readonly rewrites: boolean
  readonly redirection: keyof typeof redirections
  /** Rises when the tokens of before are forgotten. */
  readonly generation: number
  /** The names of the calendars that are there. */
  readonly present: readonly string[]
}

export const usualBehaviour: ServerBehaviour = {
  id: 'now',
  ...{ hasSync: true, hasCtag: true, listSize: 1_000, etags: 'strong', rewrites: false, redirection: 'none', generation: 1 },
  present: ['calendar', 'family', 'holidays', 'tasks'],
}

/** A status, and the condition that a caller did not meet (RFC 4918, 16). */
export class DavRefusal extends Error {
  readonly status: number
  readonly condition: string | null
  constructor(status: number, condition: string | null = null) {
    super(condition ?? String(status))
    this.status = status
    this.condition = condition
  }
}
