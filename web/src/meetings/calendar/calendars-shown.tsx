import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Avatar } from '#web/ui/avatar.tsx'
import type { Person } from './api.ts'
import classes from './calendar.module.css'
import { mostShown } from './shown-people.ts'
import { strings } from './strings.ts'

/** Whose calendars are shown, each with how old its copy is. */
export const CalendarsShown = ({
  people,
  own,
  shown,
  onChange,
}: {
  people: readonly Person[]
  own: string
  shown: readonly string[]
  onChange: (ids: readonly string[]) => void
}) => {
  const isFull = people.filter(({ id }) => shown.includes(id)).length >= mostShown
  const hasOwn = people.some(({ id, has_calendar }) => id === own && has_calendar)
  return (
    <fieldset className={classes.people}>
      <legend>{strings.people}</legend>
      {people.map((person) => (
        <div key={person.id} className={classes.person}>
          <Checkbox
            label={person.id === own ? strings.you(person.name) : person.name}
            description={stateOf(person, own)}
            checked={shown.includes(person.id)}
            disabled={isFull && !shown.includes(person.id)}
            onChange={({ currentTarget }) =>
              onChange(
                currentTarget.checked
                  ? // Those who have left make room.
                    [...people.map(({ id }) => id).filter((id) => shown.includes(id)), person.id]
                  : shown.filter((id) => id !== person.id),
              )
            }
          />
          <Avatar name={person.name} size="20px" />
        </div>
      ))}
      {isFull && <p className="dim">{strings.tooMany}</p>}
      {!hasOwn && (
        <Link to="/settings/mailboxes" className="text-link">
          {strings.connect}
        </Link>
      )}
    </fieldset>
  )
}

const stateOf = (person: Person, own: string): string => {
  if (!person.has_calendar) return strings.noCalendar
  const state = person.behind_since ? strings.behind : person.as_of_text ? strings.asOf(person.as_of_text) : strings.notRead
  return person.id === own || person.is_shared ? state : `${state} · ${strings.busyOnly}`
}
