// One clock for every time on the page. It is never more than a tick behind the time of day: a page without times stops
// the timer, and a browser holds it back in a tab behind others and while the computer sleeps.
const tickMs = 20_000
let nowMs = Date.now()
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The same from one tick to the next, so that all times of a page agree. */
export const readClock = (): number => {
  const ageMs = Date.now() - nowMs
  if (ageMs < 0 || ageMs >= tickMs) nowMs = Date.now()
  return nowMs
}

/** Calls at each tick, until what it answers is called. */
export const watchClock = (changed: () => void): (() => void) => {
  watchers.add(changed)
  timer ??= setInterval(() => {
    nowMs = Date.now()
    for (const tell of watchers) tell()
  }, tickMs)
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
