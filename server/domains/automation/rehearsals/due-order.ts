/** What is due, the earliest first; of one instant, in the order in which it came. A binary heap. */
export const makeDueOrder = <T>() => {
  const heap: { readonly atMs: number; readonly turn: number; readonly what: T }[] = []
  let turns = 0
  const isBefore = (left: number, right: number): boolean => {
    const [a, b] = [heap[left], heap[right]]
    if (!a || !b) return a !== undefined
    return a.atMs < b.atMs || (a.atMs === b.atMs && a.turn < b.turn)
  }
  const swap = (left: number, right: number): void => {
    const [a, b] = [heap[left], heap[right]]
    if (a && b) [heap[left], heap[right]] = [b, a]
  }
  return {
    add(atMs: number, what: T): void {
      heap.push({ atMs, turn: turns++, what })
      for (let at = heap.length - 1; at > 0; ) {
        const above = (at - 1) >> 1
        if (!isBefore(at, above)) break
        swap(at, above)
        at = above
      }
    },
    /** When the earliest is due; never where there is none. */
    nextMs: (): number => heap[0]?.atMs ?? Number.POSITIVE_INFINITY,
    take(): T | undefined {
      const [first] = heap
      const last = heap.pop()
      if (!first || !last || heap.length === 0) return first?.what
      heap[0] = last
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        const least = right < heap.length && isBefore(right, left) ? right : left
        if (least >= heap.length || !isBefore(least, at)) break
        swap(at, least)
        at = least
      }
      return first.what
    },
  }
}
