import { IconCalendarWeek } from '#icons'
import { dateInWords } from '#web/i18n/wall-times.ts'
import { Empty } from '#web/ui/empty.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Output } from '#web/wire.ts'
import type { Entry } from './api.ts'
import classes from './calendar.module.css'
import { colorsOf, namesOf, standingOf } from './entry-block.tsx'
import { titleOf } from './entry-titles.ts'
import { strings } from './strings.ts'

/** Day by day, what is on it; days without anything are left out. */
export const DaysList = ({ shown, onOpen }: { shown: Output<'list-calendar'>; onOpen: (entry: Entry) => void }) => {
  const { dates, entries, people } = shown
  const days = dates
    .map((date) => ({ date, entries: entries.filter(({ parts }) => parts.some((part) => part.date === date)) }))
    .filter((day) => day.entries.length > 0)
  if (days.length === 0)
    return <Empty icon={<IconCalendarWeek size={24} stroke={1.6} />} title={strings.noEntries} text={strings.noEntriesText} />
  return days.map((day) => (
    <section key={day.date} className={classes.listDay} aria-label={dateInWords(day.date)}>
      <h2>{dateInWords(day.date)}</h2>
      <List label={dateInWords(day.date)}>
        {day.entries.map((entry) => (
          <ListRow
            key={entry.id}
            mark={<span className={classes.dot} style={colorsOf(entry, people)} />}
            title={
              <button type="button" className={classes.opens} data-row onClick={() => onOpen(entry)}>
                <bdi>{titleOf(entry)}</bdi>
              </button>
            }
            pills={
              standingOf(entry) && (
                <Pill {...(entry.conflicts.length > 0 || entry.changed_outside ? { tone: 'bad' as const } : {})}>
                  {standingOf(entry)}
                </Pill>
              )
            }
            end={entry.is_all_day ? strings.allDay : entry.time}
          >
            <bdi>{[entry.detail, namesOf(entry, people).join(', ')].filter(Boolean).join(' · ')}</bdi>
          </ListRow>
        ))}
      </List>
    </section>
  ))
}
