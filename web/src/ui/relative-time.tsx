import { useSyncExternalStore } from 'react'
import { absoluteTime, dayAndMinute, relativeTime } from '../i18n/format.ts'
import { readClock, watchClock } from './clock.ts'

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

export const useClock = (): number => useSyncExternalStore(watchClock, readClock)
