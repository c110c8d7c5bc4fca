import { randomBytes } from 'node:crypto'
import type { SimulatorContext } from '../../simulators.ts'
import { type Account, accounts } from '../rows.ts'
import { momentOf, occurrencesOf } from './occurrences.ts'
import { type CalendarBehaviour, CalendarRefusal, type ChannelRow, type EventRow, usualBehaviour, type When } from './rows.ts'

export interface SimulatedCalendar {
  readonly id: string
  readonly summary: string
  readonly timeZone: string
  readonly primary?: true
  readonly accessRole: 'owner' | 'reader'
}

const zone = 'Europe/Berlin'
export const calendarsOf = ({ id, email, name }: Account): readonly SimulatedCalendar[] => [
  { id: email, summary: name, timeZone: zone, primary: true, accessRole: 'owner' },
  { id: `family-${id}@group.calendar.sandbox.example`, summary: 'Family', timeZone: zone, accessRole: 'owner' },
  { id: 'holidays@group.calendar.sandbox.example', summary: 'Holidays', timeZone: zone, accessRole: 'reader' },
]
export const allCalendars = (): readonly SimulatedCalendar[] => accounts.flatMap(calendarsOf)

/** What is given of an event: the fields that this double understands, and all others as they are. */
export type Given = Readonly<Record<string, unknown>>

/** Rows with a number for each change, so that a token is that number. */
const openRows = (context: SimulatorContext) => {
  const events = context.table<EventRow>('calendar-events')
  const channels = context.table<ChannelRow>('calendar-channels')
  const behaviours = context.table<CalendarBehaviour>('calendar-behaviour')
  const behaviour = (): CalendarBehaviour => ({ ...usualBehaviour, ...behaviours.find('now') })
  const lastChange = (): number => events.list().reduce((last, { change }) => Math.max(last, change), 0)
  const now = (): number => context.now().getTime()

  const notify = (channel: ChannelRow, state: 'sync' | 'exists'): void => {
    // Numbers rise and leave gaps.
    const lastMessage = state === 'sync' ? 1 : channel.lastMessage + 1 + (channel.lastMessage % 3)
    channels.put({ ...channel, lastMessage })
    const secret = JSON.stringify({ ...channel, address: undefined, lastMessage })
    context.deliver(
      { id: channel.id, url: channel.address, secret },
      { id: `${channel.id}:${lastMessage}`, type: state, body: '' },
    )
  }
  const put = (row: Omit<EventRow, 'change' | 'updatedAt'>): EventRow => {
    const kept = events.put({ ...row, change: lastChange() + 1, updatedAt: now() })
    for (const channel of channels.list())
      if (channel.calendarId === row.calendarId && channel.expiresAt > now()) notify(channel, 'exists')
    return kept
  }

  const inCalendar = (calendarId: string): EventRow[] => events.list().filter((row) => row.calendarId === calendarId)
  /** Rows of a calendar as `singleEvents` shows them. */
  const single = (calendarId: string, window: { from?: number | undefined; to?: number | undefined } = {}): EventRow[] => {
    const rows = inCalendar(calendarId)
    const own = new Set(rows.map(({ eventId }) => eventId))
    return rows.flatMap((row) =>
      row.recurrence.length === 0 ? [row] : occurrencesOf(row, own, { zone, now: now(), ...window }),
    )
  }
  const find = (calendarId: string, eventId: string): EventRow | undefined => {
    const kept = events.find(`${calendarId} ${eventId}`)
    if (kept || !eventId.includes('_')) return kept
    return single(calendarId).find((row) => row.eventId === eventId)
  }

  /** A request whose id is that of the one before is ignored. */
  const roomOf = (given: Given, before: EventRow['conference'] = null): EventRow['conference'] => {
    const wish = (given.conferenceData as { createRequest?: { requestId?: string } } | undefined)?.createRequest
    if (!wish?.requestId) return null
    if (before?.requestId === wish.requestId) return before
    const code = randomBytes(16)
      .toString('hex')
      .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)
    return {
      requestId: wish.requestId,
      code: `${code.slice(0, 3)}-${code.slice(3, 7)}-${code.slice(7, 10)}`,
      isPending: behaviour().hasPendingRooms,
      hasFailed: behaviour().hasFailingRooms,
    }
  }

  return { events, channels, behaviours, behaviour, lastChange, now, notify, put, inCalendar, single, find, roomOf }
}

/** What is done with calendars, by the API and by people. */
export const openCalendars = (context: SimulatorContext) => {
  const rows = openRows(context)
  const { events, channels, behaviours, behaviour, lastChange, now, notify, put, inCalendar, single, find, roomOf } = rows
  return {
    ...{ behaviour, single, inCalendar, find, lastChange },
    behave: (wanted: Partial<CalendarBehaviour>): void => {
      behaviours.put({ ...behaviour(), ...wanted })
      if (wanted.hasPendingRooms !== false) return
      for (const row of events.list())
        if (row.conference?.isPending) put({ ...row, conference: { ...row.conference, isPending: false } })
    },
    insert(calendarId: string, given: Given, takesRooms: boolean): EventRow {
      if (given.id !== undefined && given.iCalUID !== undefined) throw new CalendarRefusal('invalid')
      const eventId = given.id === undefined ? randomBytes(13).toString('hex') : String(given.id)
      if (!/^[0-9a-v]{5,1024}$/.test(eventId)) throw new CalendarRefusal('invalid', 'Invalid resource id value.')
      if (events.find(`${calendarId} ${eventId}`)) throw new CalendarRefusal('duplicate')
      return put({
        ...{ id: `${calendarId} ${eventId}`, calendarId, eventId, fields: fieldsOf(given), status: statusOf(given) },
        ...timesOf(given.start, given.end),
        recurrence: (given.recurrence as string[] | undefined) ?? [],
        ...{ formerly: [], recurringEventId: null, originalStart: null, sequence: 0, createdAt: now() },
        conference: takesRooms ? roomOf(given) : null,
      })
    },
    /** What is given takes the place of what was; null takes it out. */
    patch(row: EventRow, given: Given, takesRooms: boolean): EventRow {
      const start = given.start ? merged(row.start, given.start) : row.start
      const end = given.end ? merged(row.end, given.end) : row.end
      const times = timesOf(start, end)
      const recurrence = (given.recurrence as string[] | undefined) ?? row.recurrence
      const isMoved =
        JSON.stringify([times, recurrence]) !== JSON.stringify([{ start: row.start, end: row.end }, row.recurrence])
      const fields = Object.entries({ ...row.fields, ...fieldsOf(given) }).filter(([, value]) => value !== null)
      return put({
        ...{ ...row, ...times, recurrence, fields: Object.fromEntries(fields) },
        status: given.status === undefined ? row.status : statusOf(given),
        formerly:
          isMoved && row.recurrence.length > 0
            ? [{ start: row.start, end: row.end, recurrence: row.recurrence }, ...row.formerly].slice(0, 5)
            : row.formerly,
        conference: (takesRooms ? roomOf(given, row.conference) : null) ?? row.conference,
        sequence: row.sequence + Number(isMoved),
      })
    },
    remove: (row: EventRow): EventRow => put({ ...row, status: 'cancelled' }),
    watch(calendarId: string, channel: Pick<ChannelRow, 'id' | 'address' | 'token' | 'expiresAt'>): ChannelRow {
      if (channels.find(channel.id)) throw new CalendarRefusal('channelIdNotUnique')
      const row = channels.put({ ...channel, calendarId, resourceId: randomBytes(12).toString('base64url'), lastMessage: 0 })
      notify(row, 'sync')
      return row
    },
    stop(id: string, resourceId: string): void {
      if (channels.find(id)?.resourceId !== resourceId) throw new CalendarRefusal('notFound', `Channel '${id}' not found`)
      channels.remove(id)
    },
  }
}
export type SimulatedCalendars = ReturnType<typeof openCalendars>

const understood = new Set(
  'id iCalUID etag kind status start end recurrence conferenceData hangoutLink htmlLink created updated sequence creator organizer recurringEventId originalStartTime'.split(
    ' ',
  ),
)
const fieldsOf = (given: Given): Given => Object.fromEntries(Object.entries(given).filter(([name]) => !understood.has(name)))
const statusOf = ({ status }: Given): EventRow['status'] =>
  status === 'tentative' || status === 'cancelled' ? status : 'confirmed'
const merged = (old: When, given: unknown): When =>
  Object.fromEntries(Object.entries({ ...old, ...(given as object) }).filter(([, value]) => value !== null))

const timesOf = (start: unknown, end: unknown): { start: When; end: When } => {
  const [first, last] = [start, end] as [When | undefined, When | undefined]
  if (!first || !last) throw new CalendarRefusal('required', 'Missing end time.')
  for (const { date, dateTime } of [first, last])
    if ((date === undefined) === (dateTime === undefined)) throw new CalendarRefusal('invalid', 'Invalid start time.')
  const [from, to] = [read(first), read(last)]
  if ((first.date === undefined) !== (last.date === undefined)) throw new CalendarRefusal('invalid', 'Invalid end time.')
  if (to < from) throw new CalendarRefusal('timeRangeEmpty')
  return { start: first, end: last }
}
const read = (when: When): number => {
  try {
    const at = momentOf(when, zone)
    if (!Number.isNaN(at)) return at
  } catch {
    // Said below: words of the library are none of Google's.
  }
  throw new CalendarRefusal('invalid', 'Invalid start time.')
}
