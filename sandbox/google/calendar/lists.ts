import { momentOf } from './occurrences.ts'
import { CalendarRefusal, type EventRow } from './rows.ts'
import type { SimulatedCalendar, SimulatedCalendars } from './store.ts'

type Query = Readonly<Record<string, string>>
/** With a sync token none of these may be said. */
const beginnings = ['timeMin', 'timeMax', 'updatedMin', 'orderBy', 'q', 'iCalUID', 'privateExtendedProperty']

/** A page of a calendar; on the last one the token that the next reading begins with. */
export const listEvents = (store: SimulatedCalendars, calendar: SimulatedCalendar, query: Query) => {
  const { generation, pageSize } = store.behaviour()
  const since = query.syncToken === undefined ? null : changeIn(query, generation)
  if (query.orderBy === 'startTime' && query.singleEvents !== 'true')
    throw new CalendarRefusal('invalid', 'The requested ordering is not available for the particular query.')
  const [from, to] = [momentIn(query.timeMin), momentIn(query.timeMax)]
  const startOf = ({ start }: EventRow): number => momentOf(start, calendar.timeZone)
  const rows = (query.singleEvents === 'true' ? store.single(calendar.id, { from, to }) : store.inCalendar(calendar.id))
    .filter((row) => since === null || row.change > since)
    .filter(({ status }) => status !== 'cancelled' || query.showDeleted === 'true' || since !== null)
    .filter((row) => to === undefined || startOf(row) < to)
    .filter(({ end }) => from === undefined || momentOf(end, calendar.timeZone) > from)
    .filter(({ eventId }) => query.iCalUID === undefined || query.iCalUID === `${eventId}@google.com`)
    .sort((a, b) => (query.orderBy === 'startTime' ? startOf(a) - startOf(b) : a.change - b.change))
  // What changes while pages are read belongs to the next reading: the token is of when this one began.
  const [begun = store.lastChange(), offset = 0] = (query.pageToken ?? '').split('.').filter(Boolean).map(Number)
  if (Number.isNaN(begun) || Number.isNaN(offset)) throw new CalendarRefusal('invalid')
  const size = Math.max(1, Math.min(Number(query.maxResults) || 250, pageSize, 2_500))
  const isLast = offset + size >= rows.length
  return {
    rows: rows.slice(offset, offset + size),
    ...(isLast ? { nextSyncToken: `s${generation}.${begun}` } : { nextPageToken: `${begun}.${offset + size}` }),
  }
}

const changeIn = (query: Query, generation: number): number => {
  if (beginnings.some((name) => query[name] !== undefined))
    throw new CalendarRefusal('invalid', 'Sync token cannot be used with these parameters.')
  const [, of, change] = /^s(\d+)\.(\d+)$/.exec(query.syncToken ?? '') ?? []
  if (of === undefined || change === undefined) throw new CalendarRefusal('invalid', 'Invalid sync token value.')
  if (Number(of) !== generation) throw new CalendarRefusal('fullSyncRequired')
  return Number(change)
}

const momentIn = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new CalendarRefusal('invalid', 'Bad Request')
  return at
}
