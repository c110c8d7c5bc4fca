import { useEffect, useState } from 'react'
import { IconClock, IconInfoCircle, IconLock } from '#icons'
import { dayAndTime, timeLeft, timeOfDay } from '#web/i18n/format.ts'
import { useClock } from '#web/ui/relative-time.tsx'
import type { WhatsAppWindow } from '#web/wire.ts'
import classes from './composer.module.css'
import { strings } from './strings.ts'

/** Whether free text may go on WhatsApp now; turns to false in the second in which the window closes. */
export const useIsOpen = (window: WhatsAppWindow | null): boolean => {
  const closesMs = window ? Date.parse(window.closes_at) : 0
  const [, look] = useState(0)
  useEffect(() => {
    const leftMs = closesMs - Date.now()
    if (leftMs <= 0) return
    const timer = setTimeout(() => look((n) => n + 1), leftMs)
    return () => clearTimeout(timer)
  }, [closesMs])
  return Date.now() < closesMs
}

/** How long free replies are possible on WhatsApp, or since when they are not. */
export const WindowNote = ({ window }: { window: WhatsAppWindow | null }) => {
  const isOpen = useIsOpen(window)
  useClock()
  const now = Date.now()
  if (!window)
    return (
      <p className={classes.window} data-open={false}>
        <IconLock size={14} aria-hidden /> {strings.windowNever}
      </p>
    )
  const sameDay = new Date(window.closes_at).toDateString() === new Date(now).toDateString()
  const when = sameDay ? timeOfDay(window.closes_at) : dayAndTime(window.closes_at)
  const leftMs = Date.parse(window.closes_at) - now
  return (
    <p
      className={classes.window}
      data-open={isOpen}
      data-soon={isOpen && leftMs < soonMs}
      title={isOpen ? `${strings.windowOpenUntil(when)}. ${strings.windowText}` : strings.windowText}
    >
      {isOpen ? <IconClock size={14} aria-hidden /> : <IconLock size={14} aria-hidden />}
      <span className="numbers">{isOpen ? strings.windowOpen(timeLeft(leftMs)) : strings.windowClosed(when)}</span>
    </p>
  )
}

/** To a contact of the demo: nothing leaves, by any channel and at any time. */
export const DemoNote = () => (
  <p className={classes.window}>
    <IconInfoCircle size={14} aria-hidden /> {strings.demoNote}
  </p>
)

/** From here on it is worth a colour. */
const soonMs = 2 * 3_600_000
