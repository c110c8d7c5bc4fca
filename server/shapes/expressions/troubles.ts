/** What is wrong with an expression, where, and what to do. Positions are UTF-16 units of the text. */
export interface Trouble {
  readonly code: string
  readonly from: number
  readonly to: number
  readonly message: string
  /** What to write instead, where that is known. */
  readonly hint: string | null
  /** Of a value with members: the way to the text that is meant. */
  readonly path?: readonly (string | number)[]
}

/** Thrown while a value is computed. No `Error`: it is expected, and its stack would cost more than the expression. */
export class Failure {
  readonly code: string
  readonly message: string
  readonly hint: string | null
  from: number | null = null
  to: number | null = null
  path: readonly (string | number)[] | null = null

  constructor(code: string, message: string, hint: string | null = null) {
    this.code = code
    this.message = message
    this.hint = hint
  }

  /** Says where, unless what lies inside has said so. */
  at(from: number, to: number): this {
    this.from ??= from
    this.to ??= to
    return this
  }
}

/** Names are compared as people mistype them: `startsWith`, `starts-with` and `starts_with` are one. */
const bare = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase()

/** Longer names are not compared: time grows with the square. */
const longestCompared = 40

/** The name that was probably meant, at most two letters away; null where none is near. */
export const nearestName = (name: string, names: Iterable<string>): string | null => {
  const typed = bare(name)
  if (typed.length > longestCompared) return null
  let best: string | null = null
  let least = Math.min(3, Math.ceil(typed.length / 2))
  for (const each of names) {
    const distance = distanceOf(typed, bare(each), least)
    if (distance < least) [best, least] = [each, distance]
  }
  return best
}

/** Letters to add, drop, change or swap with their neighbour; `limit` where there are as many or more. */
const distanceOf = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) >= limit || b.length > longestCompared) return limit
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : change
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap))
    }
    ;[before, last] = [last, row]
  }
  return Math.min(last[b.length] ?? limit, limit)
}

/** A name in a message: never longer than a line, whatever was typed. */
export const quoted = (name: string): string => `\`${name.length > 60 ? `${name.slice(0, 59)}…` : name}\``
