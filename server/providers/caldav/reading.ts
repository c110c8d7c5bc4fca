import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import type { EventPage, ReadEnd } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { CalendarWish } from '#shapes/icalendar/read-events.ts'
import { type DavCalls, type Multistatus, refusalOf, says } from './dav-calls.ts'
import { propfind } from './discovery.ts'
import { etagOf, isThere, loadObjects } from './loading.ts'
import { etagMark, idOf, readObject, urlOf } from './objects.ts'
import { escapeXml, xmlBody } from './xml.ts'

/** How far ahead occurrences are copied. Once a month it is read anew, for the time that has come nearer. */
const aheadMs = 730 * 86_400_000
const renewMs = 30 * 86_400_000
const objectsAtOnce = 50
/** More than any calendar has. A server that always names more must not be asked for ever. */
const mostObjects = 50_000
const mostSyncs = 100
/** Beyond it what changed is not told by etags, and all is read again: 30 KB of cursor. */
const mostMarks = 1_000

/** Where a reading ended, and until when it was read ahead. */
const Cursor = z.object({
  v: z.literal(1),
  until: z.coerce.date(),
  /** Of a server with RFC 6578. */
  token: z.string().optional(),
  /** Of one without. */
  ctag: z.string().nullable().optional(),
  marks: z.record(z.string(), z.string()).optional(),
})
type Cursor = z.infer<typeof Cursor>

export interface Reading {
  readonly calls: DavCalls
  readonly calendarUrl: string
  readonly owner: Pick<CalendarWish, 'zone' | 'own'>
}

/** Everything in a calendar that takes place from a day ago on, or what of it changed since a cursor. */
export const readCalendar = async function* (
  asked: Reading,
  wanted: { readonly cursor: string | null; readonly from: Date },
): AsyncGenerator<EventPage, ReadEnd, void> {
  const state = await findState(asked)
  if (!state) return { outcome: 'gone' }
  // Where it is now: the ids of its events begin behind its address, and stay the same.
  const reading: Reading = { ...asked, calendarUrl: state.url }
  if (wanted.cursor === null) return yield* readAll(reading, wanted.from, state)
  const cursor = parseCursor(wanted.cursor)
  // Another server, or an older version of this one; or the time that was read ahead runs out.
  if (!cursor || cursor.until.getTime() - wanted.from.getTime() < aheadMs - renewMs) return { outcome: 'expired' }
  const wish: CalendarWish = { ...reading.owner, from: wanted.from, to: cursor.until }
  if (cursor.token !== undefined) return state.token === null ? { outcome: 'expired' } : yield* readSync(reading, cursor, wish)
  return yield* readByMarks(reading, cursor, wish, state)
}

const parseCursor = (text: string): Cursor | null => {
  try {
    return Cursor.parse(JSON.parse(text))
  } catch {
    return null
  }
}

interface State {
  readonly url: string
  readonly token: string | null
  readonly ctag: string | null
}

const findState = async ({ calls, calendarUrl }: Reading): Promise<State | null> => {
  const body = propfind('dav:sync-token', 'server:getctag')
  const found = await calls.list({ operation: 'calendar state', method: 'PROPFIND', url: calendarUrl, depth: '0', body })
  const [resource] = found?.resources ?? []
  if (!found || !resource || resource.status === 404) return null
  const text = (name: 'dav:sync-token' | 'server:getctag') => resource.property(name)?.text.trim() || null
  return { url: found.url, token: text('dav:sync-token'), ctag: text('server:getctag') }
}

/** The state was asked for before the list: what changes between is in both. */
const readAll = async function* (reading: Reading, from: Date, state: State): AsyncGenerator<EventPage, ReadEnd, void> {
  const until = new Date(from.getTime() + aheadMs)
  const wish: CalendarWish = { ...reading.owner, from, to: until }
  const etags = await listEtags(reading, wish)
  if (!etags) return { outcome: 'gone' }
  yield* readObjects(reading, [...etags.keys()], wish, false)
  return { outcome: 'done', cursor: cursorOf(reading, until, state, etags) }
}

const cursorOf = ({ calendarUrl }: Reading, until: Date, { token, ctag }: State, etags: Etags): string => {
  const marks =
    etags.size <= mostMarks
      ? { marks: Object.fromEntries([...etags].map(([url, etag]) => [idOf(url, calendarUrl), etagMark(etag)])) }
      : {}
  return JSON.stringify({ v: 1, until, ...(token === null ? { ctag, ...marks } : { token }) } satisfies Cursor)
}

type Etags = ReadonlyMap<string, string | null>

/** A shorter time is not asked for where a list is cut: more events a day than that is no calendar. */
const shortestMs = 86_400_000

/** Which objects have to do with a time; null where the calendar is gone. A list that is cut is asked for in halves of the time. */
const listEtags = async (reading: Reading, { from, to }: Pick<CalendarWish, 'from' | 'to'>): Promise<Etags | null> => {
  const found = await queryEtags(reading, from, to)
  if (found === null) return null
  if (found !== 'cut') return found
  if (to.getTime() - from.getTime() <= shortestMs)
    throw new ProviderError('refused', 'The calendar server lists only a part of the events.')
  const middle = new Date((from.getTime() + to.getTime()) / 2)
  const [first, second] = [await listEtags(reading, { from, to: middle }), await listEtags(reading, { from: middle, to })]
  if (!first || !second) return null
  return bounded(new Map([...first, ...second]))
}

const bounded = (etags: Etags): Etags => {
  if (etags.size <= mostObjects) return etags
  throw new ProviderError('refused', 'The calendar has more events than can be copied.')
}

/** RFC 4791, 7.8: a server that cuts its list says so with 507 for the calendar, or refuses to list so many. */
const queryEtags = async ({ calls, calendarUrl }: Reading, from: Date, to: Date): Promise<Etags | 'cut' | null> => {
  const [start, end] = [from, to].map((each) => each.toISOString().replaceAll(/[-:]|\.\d+/g, ''))
  const filter = `<caldav:comp-filter name="VEVENT"><caldav:time-range start="${start}" end="${end}"/></caldav:comp-filter>`
  const body = xmlBody(
    'caldav:calendar-query',
    `<dav:prop><dav:getetag/></dav:prop><caldav:filter><caldav:comp-filter name="VCALENDAR">${filter}</caldav:comp-filter></caldav:filter>`,
  )
  const answer = await calls.send({ operation: 'calendar-query', method: 'REPORT', url: calendarUrl, depth: '1', body })
  if (answer.status === 404 || answer.status === 410) return null
  if (answer.status !== 207 && says(answer, 'dav:number-of-matches-within-limits')) return 'cut'
  if (answer.status !== 207) throw refusalOf(answer, calls.now())
  const { resources } = calls.readMultistatus(answer)
  if (isCut(resources, calendarUrl)) return 'cut'
  return bounded(new Map(resources.filter(isThere).map((each) => [each.url, etagOf(each)])))
}

const isCut = (resources: Multistatus['resources'], calendarUrl: string): boolean =>
  resources.some(({ url, status }) => url === calendarUrl && status === 507)

/** Whole objects, in pages. `isNews`: of what changed, occurrences that are not there any more are told. */
const readObjects = async function* (
  { calls, calendarUrl, owner }: Reading,
  urls: readonly string[],
  wish: CalendarWish,
  isNews: boolean,
): AsyncGenerator<EventPage, void, void> {
  for (let at = 0; at < urls.length; at += objectsAtOnce) {
    const some = urls.slice(at, at + objectsAtOnce)
    const read = []
    for (const object of await loadObjects(calls, calendarUrl, some)) {
      read.push(readObject(object, calendarUrl, { ...wish, ...owner }))
      // Rules take a moment each, and others wait.
      await breathe()
    }
    yield {
      events: read.flatMap(({ events }) => events),
      removed: [],
      // Those that are gone meanwhile are complete without anything.
      ...(isNews && { complete: some.map((url) => idOf(url, calendarUrl)) }),
      unread: read.flatMap(({ unread }) => unread),
      zone: null,
    }
  }
}

/** What changed since a token (RFC 6578). */
const readSync = async function* (
  reading: Reading,
  { token: begun = '', until }: Cursor,
  wish: CalendarWish,
): AsyncGenerator<EventPage, ReadEnd, void> {
  const { calls, calendarUrl } = reading
  let token = begun
  for (let syncs = 0; syncs < mostSyncs; syncs++) {
    const inner = `<dav:sync-token>${escapeXml(token)}</dav:sync-token><dav:sync-level>1</dav:sync-level><dav:prop><dav:getetag/></dav:prop>`
    const body = xmlBody('dav:sync-collection', inner)
    const answer = await calls.send({ operation: 'sync-collection', method: 'REPORT', url: calendarUrl, body })
    if (answer.status === 404) return { outcome: 'gone' }
    // Servers say it in several ways that they have forgotten; xandikos 0.2.8 by failing, though it has just said its state.
    if ([403, 409, 410, 412, 500].includes(answer.status) || (answer.status === 400 && says(answer, 'dav:valid-sync-token')))
      return { outcome: 'expired' }
    if (answer.status !== 207) throw refusalOf(answer, calls.now())
    const { resources, syncToken } = calls.readMultistatus(answer)
    const objects = resources.filter(({ url }) => url !== calendarUrl)
    const gone = objects.filter((each) => !isThere(each)).map(({ url }) => idOf(url, calendarUrl))
    if (gone.length > 0) yield { events: [], removed: [], complete: gone, zone: null }
    yield* readObjects(
      reading,
      objects.filter(isThere).map(({ url }) => url),
      wish,
      true,
    )
    if (!syncToken) throw new ProviderError('broken', 'The calendar server returned no sync token.')
    const goesOn = isCut(resources, calendarUrl)
    // Cut, and without a place to go on from.
    if (goesOn && syncToken === token) return { outcome: 'expired' }
    token = syncToken
    if (!goesOn) return { outcome: 'done', cursor: JSON.stringify({ v: 1, until, token } satisfies Cursor) }
  }
  // Changes that do not end, or pieces that are too small: all at once is less.
  return { outcome: 'expired' }
}

/** Without RFC 6578: the ctag tells that something changed, the etags what. */
const readByMarks = async function* (
  reading: Reading,
  { ctag, marks, until }: Cursor,
  wish: CalendarWish,
  state: State,
): AsyncGenerator<EventPage, ReadEnd, void> {
  const { calendarUrl } = reading
  // A server that has learned RFC 6578 meanwhile is read anew.
  if (state.token !== null) return { outcome: 'expired' }
  const same = ctag !== null && ctag === state.ctag
  if (same) return { outcome: 'done', cursor: JSON.stringify({ v: 1, until, ctag, ...(marks && { marks }) } satisfies Cursor) }
  if (!marks) return { outcome: 'expired' }
  const etags = await listEtags(reading, wish)
  if (!etags) return { outcome: 'gone' }
  const present = new Map([...etags].map(([url, etag]) => [idOf(url, calendarUrl), { url, mark: etagMark(etag) }]))
  const gone = Object.keys(marks).filter((id) => !present.has(id) && urlOf(id, calendarUrl) !== null)
  if (gone.length > 0) yield { events: [], removed: [], complete: gone, zone: null }
  const changed = [...present].filter(([id, { mark }]) => marks[id] !== mark).map(([, { url }]) => url)
  yield* readObjects(reading, changed, wish, true)
  return { outcome: 'done', cursor: cursorOf(reading, until, state, etags) }
}

/** The address of the object that has a UID; null where there is none. */
export const findByUid = async (calls: DavCalls, calendarUrl: string, uid: string): Promise<string | null> => {
  const match = `<caldav:prop-filter name="UID"><caldav:text-match collation="i;octet">${escapeXml(uid)}</caldav:text-match></caldav:prop-filter>`
  const filter = `<caldav:comp-filter name="VCALENDAR"><caldav:comp-filter name="VEVENT">${match}</caldav:comp-filter></caldav:comp-filter>`
  const body = xmlBody('caldav:calendar-query', `<dav:prop><dav:getetag/></dav:prop><caldav:filter>${filter}</caldav:filter>`)
  const found = await calls.list({ operation: 'find by UID', method: 'REPORT', url: calendarUrl, depth: '1', body })
  return found?.resources.find(isThere)?.url ?? null
}
