import type { Entry, Part } from './api.ts'
import { addDays } from './calendar-search.ts'

export const stepMinutes = 15

/** A meeting on its way to another place in the grid: a day and a minute of the wall. */
export interface Move {
  readonly entry: Entry
  readonly part: Part
  readonly date: string
  readonly minute: number
}

/** What can be moved in the grid: a booking that the viewer may move, on one day. */
export const partToMove = (entry: Entry): Part | null =>
  entry.kind === 'booking' && entry.may_move && entry.parts.length === 1 ? (entry.parts[0] ?? null) : null

export const moveOf = (entry: Entry, part: Part): Move => ({ entry, part, date: part.date, minute: part.from_minute })

export const isMoved = ({ part, date, minute }: Move): boolean => date !== part.date || minute !== part.from_minute

const lastMinute = 1_440 - stepMinutes
const snapped = (minute: number): number => Math.min(lastMinute, Math.max(0, Math.round(minute / stepMinutes) * stepMinutes))

export const movedTo = (move: Move, date: string, minute: number): Move => ({ ...move, date, minute: snapped(minute) })

/** One step by an arrow key: a quarter of an hour, or a day among those that are shown. */
export const stepped = (move: Move, key: string, dates: readonly string[]): Move | null => {
  const steps: Readonly<Record<string, () => Move>> = {
    // From 10:10 up to 10:00, and down to 10:15.
    ArrowUp: () => movedTo(move, move.date, Math.ceil(move.minute / stepMinutes - 1) * stepMinutes),
    ArrowDown: () => movedTo(move, move.date, Math.floor(move.minute / stepMinutes + 1) * stepMinutes),
    ArrowLeft: () => onDay(move, -1, dates),
    ArrowRight: () => onDay(move, 1, dates),
  }
  return steps[key]?.() ?? null
}

const onDay = (move: Move, by: 1 | -1, dates: readonly string[]): Move => {
  const date = addDays(move.date, by)
  return dates.includes(date) ? { ...move, date } : move
}

/** The wall clock as the server reads it. */
export const wallTimeOf = ({ date, minute }: Pick<Move, 'date' | 'minute'>): string =>
  `${date}T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
