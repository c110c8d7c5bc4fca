/**
 * Places in a column of the board: texts that are compared byte by byte, so that a place can be found between any two
 * without touching another deal. Digits are 0-9, A-Z, a-z, in the order of their bytes; none ends with 0, below which
 * nothing would fit.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const middle = 'V'

/**
 * A rank above all earlier ones: the deal's or the move's UUIDv7 with inverted time. No
 * query for the current top is needed, and no two are the same.
 */
export const rankOnTop = (id: string): string => `n${turnedRound(id)}${middle}`

/** Below everything that was put at the bottom before. */
export const rankAtBottom = (id: string): string => `p${id.replaceAll('-', '')}${middle}`

const turnedRound = (id: string): string =>
  id.replaceAll('-', '').replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))

/** A place strictly between two; null: there is nothing on that side. Throws when there is no room: `above` must come first. */
export const rankBetween = (above: string | null, below: string | null): string => {
  const low = above ?? ''
  if (below !== null && low >= below) throw new Error('no rank between these two')
  let shared = 0
  // What both begin with stays; the upper one goes on with zeros where it has ended.
  while (below !== null && shared < below.length && (low[shared] ?? '0') === below[shared]) shared++
  const head = below === null ? '' : below.slice(0, shared)
  const from = placeOf(low[shared], 0)
  const to = below === null ? digits.length : placeOf(below[shared], digits.length)
  if (to - from > 1) return head + digits[Math.floor((from + to) / 2)]
  // The two are neighbours at this digit: below the upper one's digit there is always room further on.
  if (below !== null && below.length > shared + 1) return head + digits[to]
  return head + digits[from] + rankBetween(low.slice(shared + 1) || null, null)
}

const placeOf = (digit: string | undefined, otherwise: number): number =>
  digit === undefined ? otherwise : digits.indexOf(digit)
