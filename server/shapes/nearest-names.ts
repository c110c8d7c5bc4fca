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
export const distanceOf = (a: string, b: string, limit: number): number => {
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
