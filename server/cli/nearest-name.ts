/** Changes of one character after which two words count as one that was mistyped. */
const mostChanges = 2

/** The name that was probably meant: the nearest one within two changes, of words of at least three characters. */
export const nearestName = (typed: string, names: readonly string[]): string | undefined => {
  if (typed.length < 3 || typed.length > 40) return undefined
  const [nearest] = names
    .map((name) => ({ name, changes: changesBetween(typed.toLowerCase(), name) }))
    .filter(({ changes }) => changes <= mostChanges)
    .sort((a, b) => a.changes - b.changes)
  return nearest?.name
}

/** Characters to add, remove or replace (Levenshtein), and neighbours to swap, which is how fingers err. */
export const changesBetween = (one: string, other: string): number => {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const at = (of: readonly number[], n: number): number => of[n] ?? 0
      next[j] = Math.min(
        at(row, j) + 1,
        at(next, j - 1) + 1,
        at(row, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
