/*
 * For how long what of a page is in sight, told to the server. Nothing is said before the viewer moves, presses or types: programs that open
 * links do not. The part that the middle of the window is in has the time.
 */
const page = document.querySelector('[data-viewed]')
if (page) {
  const idleMs = 60_000
  const everySeconds = 30
  const parts = [...page.querySelectorAll('[data-part]')]
  let attendedAt = 0
  let isTold = false
  let seconds = 0
  let spent = {}

  const tell = () => {
    if (attendedAt === 0 || (isTold && seconds === 0)) return
    const body = new URLSearchParams({
      seconds: String(seconds),
      parts: Object.entries(spent)
        .map(([part, each]) => `${part}:${each}`)
        .join(','),
    })
    isTold = true
    seconds = 0
    spent = {}
    fetch(page.dataset.viewed, { method: 'POST', body, keepalive: true }).catch(() => {})
  }
  const partInSight = () => {
    const middle = innerHeight / 2
    const distance = (part) => {
      const { top, bottom } = part.getBoundingClientRect()
      return top > middle ? top - middle : Math.max(middle - bottom, 0)
    }
    const near = parts.map((part) => ({ part, far: distance(part) })).sort((a, b) => a.far - b.far)[0]
    return near && near.far < middle ? near.part.dataset.part : undefined
  }
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'])
    addEventListener(
      kind,
      () => {
        attendedAt = Date.now()
      },
      { passive: true },
    )
  setInterval(() => {
    if (document.visibilityState !== 'visible' || Date.now() - attendedAt > idleMs) return
    seconds++
    const part = partInSight()
    if (part) spent[part] = (spent[part] ?? 0) + 1
    if (!isTold || seconds >= everySeconds) tell()
  }, 1000)
  addEventListener('pagehide', tell)
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && tell())
}
