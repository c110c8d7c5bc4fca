import { useSyncExternalStore } from 'react'
import { absoluteTime, dayAndMinute, relativeTime } from '../i18n/format.ts'

/** "3 min. ago", kept true while it is shown; the exact local time is its title. */
export const RelativeTime = ({ at, long = false }: { at: string; long?: boolean }) => {
  const nowMs = useClock()
  return (
    <time dateTime={at} title={absoluteTime(at)} className="numbers" style={{ whiteSpace: 'nowrap' }}>
      {relativeTime(at, nowMs, long)}
    </time>
  )
}

/** The day and the time in the reader's own zone; the second is in its title. */
export const AbsoluteTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={absoluteTime(at)} className="numbers">
    {dayAndMinute(at)}
  </time>
)

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
