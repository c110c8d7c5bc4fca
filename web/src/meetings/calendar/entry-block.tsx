import type { CSSProperties } from 'react'
import { IconAlertTriangle } from '#icons'
import { hueOf } from '#web/ui/avatar.tsx'
import type { Entry, Person } from './api.ts'
import classes from './calendar.module.css'
import { titleOf } from './entry-titles.ts'
import { partToMove } from './moves.ts'
import { strings } from './strings.ts'

/** How it stands, where that needs attention or explains its looks. */
export const standingOf = (entry: Entry): string | null => {
  if (entry.conflicts.length > 0) return strings.conflict
  if (entry.changed_outside) return strings.changedOutside
  if (entry.state === 'pending') return strings.pending
  if (entry.is_tentative) return strings.tentative
  return entry.takes_time ? null : strings.free
}

export const namesOf = (entry: Entry, people: readonly Person[]): string[] =>
  people.filter(({ id }) => entry.user_ids.includes(id)).map(({ name }) => name)

/** The colour of whose time it is. */
export const colorsOf = (entry: Entry, people: readonly Person[]): CSSProperties => {
  const hue = hueOf(namesOf(entry, people)[0] ?? '')
  return { '--entry': `var(--h${hue})`, '--entry-text': `var(--h${hue}-text)` } as CSSProperties
}

/** One entry among the hours or above them. Enter opens it; j and k go from one to the next. */
export const EntryBlock = ({
  entry,
  people,
  style,
  isMoving = false,
  onOpen,
}: {
  entry: Entry
  people: readonly Person[]
  style?: CSSProperties
  isMoving?: boolean
  onOpen: (entry: Entry) => void
}) => {
  const standing = standingOf(entry)
  const title = titleOf(entry)
  return (
    <li className={classes.slot} style={style}>
      <button
        type="button"
        className={classes.entry}
        style={colorsOf(entry, people)}
        data-row
        data-entry={entry.id}
        data-kind={entry.kind}
        data-movable={partToMove(entry) ? true : undefined}
        data-moving={isMoving || undefined}
        {...(partToMove(entry) && { 'aria-description': strings.movable })}
        data-soft={entry.state === 'pending' || entry.is_tentative || !entry.takes_time || undefined}
        data-alarm={entry.conflicts.length > 0 || entry.changed_outside ? true : undefined}
        onClick={() => onOpen(entry)}
      >
        <span className={classes.entryTitle}>
          {(entry.conflicts.length > 0 || entry.changed_outside) && <IconAlertTriangle size={12} aria-hidden />}
          <bdi>{title}</bdi>
        </span>
        {entry.time && <span className={classes.entryTime}>{entry.time}</span>}
        <span className="hidden-visually">{[...namesOf(entry, people), standing].filter(Boolean).join(', ')}</span>
      </button>
    </li>
  )
}
