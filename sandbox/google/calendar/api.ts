import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../../simulators.ts'
import type { Grants } from '../grants.ts'
import type { Account } from '../rows.ts'
import { listEvents } from './lists.ts'
import { momentOf } from './occurrences.ts'
import { CalendarRefusal, type EventRow, refusals } from './rows.ts'
import { allCalendars, calendarsOf, type Given, openCalendars, type SimulatedCalendar } from './store.ts'
import { eventOf } from './wire.ts'

const scope = 'https://www.googleapis.com/auth/calendar'
const toRead = [scope, `${scope}.readonly`, `${scope}.events`, `${scope}.events.readonly`]
const toWrite = [scope, `${scope}.events`]
const toList = [scope, `${scope}.readonly`, `${scope}.calendarlist.readonly`]

type Params = { calendarId: string; eventId: string }

/** Google Calendar's API (https://developers.google.com/workspace/calendar/api/v3/reference), below its own paths. */
export const serveCalendarApi = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  const kit = kitOf(context, grants)
  serveCalendarList(app, kit)
  serveEventLists(app, kit)
  serveEvents(app, kit)
  serveChannels(app, kit)
  serveFreeBusy(app, kit)
}

const base = '/calendar/v3'
const events = `${base}/calendars/:calendarId/events`

/** Who asks, for what, and how refusals are worded. */
const kitOf = (context: SimulatorContext, grants: Grants) => {
  const store = openCalendars(context)
  const answer =
    (work: (request: FastifyRequest, account: Account) => unknown, scopes: readonly string[]) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
        const about = grants.about(token)
        if (!about) throw new CalendarRefusal('authError')
        const { refusal } = store.behaviour()
        if (refusal !== 'none' && refusal in refusals) throw new CalendarRefusal(refusal)
        if (!scopes.some((each) => about.grant.scopes.includes(each))) throw new CalendarRefusal('insufficientPermissions')
        const told = work(request, about.account)
        return told === undefined ? reply.code(204).send() : reply.send(told)
      } catch (error) {
        if (!(error instanceof CalendarRefusal)) throw error
        return reply.code(error.status).send(error.body)
      }
    }
  const calendarOf = (request: FastifyRequest, account: Account, isWriting = false): SimulatedCalendar => {
    const { calendarId } = request.params as Params
    const found = calendarsOf(account).find(({ id, primary }) => id === calendarId || (primary && calendarId === 'primary'))
    if (!found) throw new CalendarRefusal('notFound')
    if (isWriting && found.accessRole !== 'owner') throw new CalendarRefusal('forbidden')
    return found
  }
  const rowOf = (request: FastifyRequest, account: Account, isWriting = false): EventRow => {
    const calendar = calendarOf(request, account, isWriting)
    const row = store.find(calendar.id, (request.params as Params).eventId)
    if (!row) throw new CalendarRefusal('notFound')
    const expected = request.headers['if-match']
    if (isWriting && expected !== undefined && expected !== '*' && expected !== shown(row, account).etag)
      throw new CalendarRefusal('conditionNotMet')
    return row
  }
  const shown = (row: EventRow, account: Account) => eventOf(row, account, context.address())
  const bodyOf = (request: FastifyRequest): Given => (request.body ?? {}) as Given
  const takesRooms = (request: FastifyRequest): boolean =>
    (request.query as Record<string, string>).conferenceDataVersion === '1'

  return { context, store, answer, calendarOf, rowOf, shown, bodyOf, takesRooms }
}
type Kit = ReturnType<typeof kitOf>

const serveCalendarList = (app: FastifyInstance, { store, answer, calendarOf }: Kit): void => {
  const asEntry = (calendar: SimulatedCalendar) => ({ kind: 'calendar#calendarListEntry', etag: '"1"', ...calendar })
  app.get(
    `${base}/users/me/calendarList`,
    answer((request, account) => {
      const { pageToken = '0', maxResults = '100' } = request.query as Record<string, string>
      const size = Math.min(Number(maxResults) || 100, store.behaviour().pageSize)
      const [all, from] = [calendarsOf(account), Number(pageToken) || 0]
      const isLast = from + size >= all.length
      const more = isLast ? { nextSyncToken: 'calendars' } : { nextPageToken: String(from + size) }
      return { kind: 'calendar#calendarList', etag: '"1"', items: all.slice(from, from + size).map(asEntry), ...more }
    }, toList),
  )
  app.get(
    `${base}/users/me/calendarList/:calendarId`,
    answer((request, account) => asEntry(calendarOf(request, account)), toList),
  )
}

const serveEventLists = (app: FastifyInstance, kit: Kit): void => {
  const { context, store, answer, calendarOf, rowOf, shown, bodyOf, takesRooms } = kit
  app.get(
    events,
    answer((request, account) => {
      const calendar = calendarOf(request, account)
      const { rows, ...more } = listEvents(store, calendar, request.query as Record<string, string>)
      return {
        ...{ kind: 'calendar#events', etag: `"${store.lastChange()}"`, summary: calendar.summary },
        ...{ updated: context.now().toISOString(), timeZone: calendar.timeZone, accessRole: calendar.accessRole },
        defaultReminders: [],
        items: rows.map((row) => shown(row, account)),
        ...more,
      }
    }, toRead),
  )
  app.post(
    events,
    answer((request, account) => {
      const { id } = calendarOf(request, account, true)
      return shown(store.insert(id, bodyOf(request), takesRooms(request)), account)
    }, toWrite),
  )
  app.get(
    `${events}/:eventId`,
    answer((request, account) => shown(rowOf(request, account), account), toRead),
  )
}

const serveEvents = (app: FastifyInstance, { store, answer, rowOf, shown, bodyOf, takesRooms }: Kit): void => {
  app.patch(
    `${events}/:eventId`,
    answer((request, account) => {
      const row = rowOf(request, account, true)
      return shown(store.patch(row, bodyOf(request), takesRooms(request)), account)
    }, toWrite),
  )
  app.put(
    `${events}/:eventId`,
    answer((request, account) => {
      const row = rowOf(request, account, true)
      return shown(store.patch({ ...row, fields: {} }, bodyOf(request), takesRooms(request)), account)
    }, toWrite),
  )
  app.delete(
    `${events}/:eventId`,
    answer((request, account) => {
      const row = rowOf(request, account, true)
      if (row.status === 'cancelled') throw new CalendarRefusal('deleted')
      store.remove(row)
    }, toWrite),
  )
}

const serveChannels = (app: FastifyInstance, { context, store, answer, calendarOf, bodyOf }: Kit): void => {
  app.post(
    `${events}/watch`,
    answer((request, account) => {
      const { id, type, address, token, expiration } = bodyOf(request)
      if (typeof id !== 'string' || type !== 'web_hook') throw new CalendarRefusal('invalid')
      // Google wants https. A sandbox has no certificate, and takes this machine's own address too.
      if (!/^https:|^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(String(address)))
        throw new CalendarRefusal('push.webhookUrlNotHttps')
      const week = context.now().getTime() + 7 * 86_400_000
      const expiresAt = Math.min(Number(expiration) || week, week)
      const wanted = { id, address: String(address), token: token === undefined ? null : String(token), expiresAt }
      const { resourceId } = store.watch(calendarOf(request, account).id, wanted)
      return { kind: 'api#channel', id, resourceId, resourceUri: 'events', token, expiration: String(expiresAt) }
    }, toRead),
  )
  app.post(
    `${base}/channels/stop`,
    answer((request) => store.stop(String(bodyOf(request).id), String(bodyOf(request).resourceId)), toRead),
  )
}

const serveFreeBusy = (app: FastifyInstance, { store, answer, bodyOf }: Kit): void => {
  app.post(
    `${base}/freeBusy`,
    answer((request) => {
      const { timeMin, timeMax, items = [] } = bodyOf(request) as { timeMin: string; timeMax: string; items?: { id: string }[] }
      const [from, to] = [Date.parse(timeMin), Date.parse(timeMax)]
      if (Number.isNaN(from) || Number.isNaN(to)) throw new CalendarRefusal('required')
      const busyOf = (id: string) => {
        const calendar = allCalendars().find((each) => each.id === id)
        // A bad calendar is said inside a good answer.
        const reason = calendar ? store.behaviour().freeBusyErrors[id] : 'notFound'
        if (!calendar || reason)
          return { errors: [{ domain: reason === 'rateLimitExceeded' ? 'usageLimits' : 'global', reason }], busy: [] }
        const spans = store
          .single(id, { from, to })
          .filter(({ status, fields }) => status !== 'cancelled' && fields.transparency !== 'transparent')
          .map(({ start, end }) => [momentOf(start, calendar.timeZone), momentOf(end, calendar.timeZone)] as const)
          .filter(([begin, end]) => begin < to && end > from)
          .sort(([a], [b]) => a - b)
        return { busy: spans.map(([begin, end]) => ({ start: iso(Math.max(begin, from)), end: iso(Math.min(end, to)) })) }
      }
      const calendars = Object.fromEntries(items.map(({ id }) => [id, busyOf(id)]))
      return { kind: 'calendar#freeBusy', timeMin: iso(from), timeMax: iso(to), calendars }
    }, toRead),
  )
}

const iso = (at: number): string => new Date(at).toISOString()
