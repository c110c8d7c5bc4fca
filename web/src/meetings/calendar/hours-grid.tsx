import { type CSSProperties, useEffect, useRef } from 'react'
import { clockOf, dateInWords, dateShort, hourOf } from '#web/i18n/wall-times.ts'
import { useListKeys } from '#web/shell/keyboard.ts'
import type { Output } from '#web/wire.ts'
import type { WallPlace } from '../bookings/new-booking.ts'
import type { Entry } from './api.ts'
import classes from './calendar.module.css'
import { EntryBlock } from './entry-block.tsx'
import { inLanes, leastMinutes, type Placed, wholeDaysOf } from './lanes.ts'
import type { Move } from './moves.ts'
import { strings } from './strings.ts'
import { useFreeTime } from './use-free-time.ts'
import { useMoving } from './use-moving.ts'

type Shown = Output<'list-calendar'>

/** As in calendar.module.css. */
const hourPx = 48
const firstShownHour = 7

const share = (minutes: number): string => `${(minutes / 1_440) * 100}%`

const placeOf = ({ part, lane, lanes }: Placed): CSSProperties => ({
  top: share(part.from_minute),
  height: share(Math.max(leastMinutes, part.to_minute - part.from_minute)),
  insetInlineStart: `${(lane / lanes) * 100}%`,
  width: `${100 / lanes}%`,
})

/** Days beside each other with their hours; what fills a day stands above them. */
export const HoursGrid = ({
  shown,
  onOpen,
  onDrop,
  onFree,
}: {
  shown: Shown
  onOpen: (entry: Entry) => void
  onDrop: (move: Move) => void
  onFree: (place: WallPlace) => void
}) => {
  const grid = useRef<HTMLElement>(null)
  useListKeys(grid)
  const { move, spoken, hasJustDragged } = useMoving(grid, { dates: shown.dates, entries: shown.entries, onDrop })
  useFreeTime(grid, { hasJustDragged, onFree })
  const open = (entry: Entry): void => {
    if (!hasJustDragged()) onOpen(entry)
  }
  useEffect(() => {
    if (grid.current) grid.current.scrollTop = firstShownHour * hourPx
  }, [])
  const { dates, entries, people, today, now_minute } = shown
  const hasWholeDays = dates.some((date) => wholeDaysOf(entries, date).length > 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section ref={grid} className={classes.grid} aria-label={strings.grid} tabIndex={0} data-days={dates.length}>
      <div className="hidden-visually" role="status">
        {spoken}
      </div>
      <div className={classes.head} aria-hidden>
        <span className={classes.gutter} />
        {dates.map((date) => (
          <span key={date} className={classes.dayName} data-today={date === today || undefined}>
            {dateShort(date)}
          </span>
        ))}
      </div>
      {hasWholeDays && (
        <div className={classes.whole}>
          <span className={classes.gutter}>{strings.allDay}</span>
          {dates.map((date) => (
            <ul key={date} className={classes.wholeDay} aria-label={`${strings.allDay}, ${dateInWords(date)}`}>
              {wholeDaysOf(entries, date).map((entry) => (
                <EntryBlock key={entry.id} entry={entry} people={people} onOpen={open} />
              ))}
            </ul>
          ))}
        </div>
      )}
      <div className={classes.hours}>
        <div className={classes.gutter} aria-hidden>
          {Array.from({ length: 23 }, (_, at) => at + 1).map((hour) => (
            <span key={hour} className={classes.hour} style={{ top: share(hour * 60) }}>
              {hourOf(hour)}
            </span>
          ))}
        </div>
        {dates.map((date) => {
          const placed = inLanes(entries, date)
          return (
            <div key={date} className={classes.day} data-date={date} data-today={date === today || undefined}>
              <ul className={classes.slots} aria-label={strings.dayOf(dateInWords(date), placed.length)}>
                {placed.map((each) => (
                  <EntryBlock
                    key={each.entry.id}
                    entry={each.entry}
                    people={people}
                    style={placeOf(each)}
                    isMoving={move?.entry.id === each.entry.id}
                    onOpen={open}
                  />
                ))}
              </ul>
              {move?.date === date && <Ghost move={move} />}
              {date === today && <span className={classes.now} style={{ top: share(now_minute) }} aria-hidden />}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** Where a meeting would be dropped. */
const Ghost = ({ move }: { move: Move }) => (
  <div
    className={classes.ghost}
    style={{
      top: share(move.minute),
      height: share(Math.max(leastMinutes, move.part.to_minute - move.part.from_minute)),
    }}
    aria-hidden
  >
    {clockOf(move.minute)}
  </div>
)
