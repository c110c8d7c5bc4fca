import { useSyncExternalStore } from 'react'

/** "3 min ago", kept true while it is shown; the exact local time is its title. */
export const RelativeTime = ({ at, long = false }: { at: string; long?: boolean }) => {
  const nowMs = useClock()
  return (
    <time dateTime={at} title={absoluteTime(at)} className="numbers" style={{ whiteSpace: 'nowrap' }}>
      {relativeTime(at, nowMs, long)}
    </time>
  )
}

/** The day and the time, to the second, in the reader's own zone. */
export const AbsoluteTime = ({ at }: { at: string }) => (
  <time dateTime={at} className="numbers">
    {absoluteTime(at)}
  </time>
)

const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayMonthYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const hourAndMinute = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

export const absoluteTime = (at: string): string => whole.format(new Date(at))

/** Near things by their distance, far things by their date. Exported for lists that build their own label. */
export const relativeTime = (at: string, nowMs: number, long = false): string => {
  const then = new Date(at)
  const seconds = Math.round((nowMs - then.getTime()) / 1_000)
  if (seconds < -45) return `${dayAndMonth.format(then)}, ${hourAndMinute.format(then)}`
  if (seconds < 45) return 'just now'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return long ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago` : `${minutes} min ago`
  const hours = Math.round(minutes / 60)
  if (hours < 24) return long ? `${hours} ${hours === 1 ? 'hour' : 'hours'} ago` : `${hours} h ago`
  const now = new Date(nowMs)
  const day = then.getFullYear() === now.getFullYear() ? dayAndMonth.format(then) : dayMonthYear.format(then)
  return long ? `${day}, ${hourAndMinute.format(then)}` : day
}

// One clock for every time on the page.
const tickMs = 20_000
let nowMs = Date.now()
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const watchClock = (changed: () => void): (() => void) => {
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

export const useClock = (): number => useSyncExternalStore(watchClock, () => nowMs)
