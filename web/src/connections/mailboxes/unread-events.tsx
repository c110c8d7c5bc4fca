import type { AccountCalendar } from '#web/wire.ts'
import classes from './unread-events.module.css'
import { strings } from './unread-strings.ts'

/** Events of one's calendars of which something could not be read: how many, which, and what becomes of them. */
export const UnreadEvents = ({ calendars }: { calendars: readonly AccountCalendar[] }) => {
  const events = calendars.flatMap(({ id, unread }) => unread.events.map((event, at) => ({ ...event, key: `${id} ${at}` })))
  const count = calendars.reduce((sum, { unread }) => sum + unread.count, 0)
  if (count === 0) return null
  return (
    <details className={classes.unread}>
      <summary>{strings.unread(count)}</summary>
      <ul>
        {events.map(({ key, title, uid, starts_text, reason }) => (
          <li key={key}>
            <bdi>{title || uid || strings.nameless}</bdi>
            {starts_text !== null && <> · {starts_text}</>} · {strings.reasons[reason]}
          </li>
        ))}
        {events.length < count && <li>{strings.more}</li>}
      </ul>
    </details>
  )
}
