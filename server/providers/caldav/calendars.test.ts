import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { Calendars, CopiedEvent, ReadEnd, WantedEvent } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readEvents } from '#shapes/icalendar/read-events.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { caldavCalendars } from './calendars.ts'

const now = new Date('2026-11-23T12:00:00Z')
const from = new Date('2026-11-22T12:00:00Z')
const until = new Date(from.getTime() + 730 * 86_400_000)
const owner = { emails: ['jo@own.example'], zone: 'Europe/Berlin' }
const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
let box: TestSandbox
before(async () => {
  box = await startSandbox({ now: () => now })
})
after(async () => {
  await box?.stop()
  await way.destroy()
})

const open = (user: string, more: { password?: string; url?: string; http?: ProviderHttp } = {}): Calendars =>
  caldavCalendars({
    http: more.http ?? way,
    ...{ now: () => now, owner },
    login: { url: more.url ?? box.address, user, password: more.password ?? 'right' },
  })
const deed = async (name: string, form: Record<string, string>): Promise<void> => {
  const address = `${box.address}/sandbox/caldav/calendar/${name}`
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  assert.equal(answer.status, 303, await answer.text())
}
/** Kind, but for what is said. */
const behave = (more: Record<string, string> = {}): Promise<void> =>
  deed('behave', { hasSync: 'on', hasCtag: 'on', listSize: '1000', ...more })
/** The calendar as another program has it. */
const other = async (user: string, method: string, name: string, body?: string) => {
  const authorization = `Basic ${Buffer.from(`${user}:right`).toString('base64')}`
  const answer = await fetch(`${box.address}/sandbox/caldav/dav/calendars/${user}/calendar/${name}`, {
    ...{ method, headers: { authorization, ...(body && { 'content-type': 'text/calendar' }) } },
    ...(body && { body }),
  })
  assert.ok(answer.ok || answer.status === 404, `${method} ${answer.status}`)
  return answer
}
const object = (name: string, at: Date, rule = ''): string => {
  const stamp = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const [start, end] = [stamp(at), stamp(new Date(at.getTime() + 1_800_000))]
  const event = [`UID:${name}@own.example`, 'DTSTAMP:20261101T000000Z', `DTSTART:${start}`, `DTEND:${end}`, `SUMMARY:${name}`]
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VEVENT', ...event, ...(rule ? [rule] : [])]
  return [...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
}
const inDays = (days: number, hour = 9): Date => new Date(Date.UTC(2027, 1, 1 + days, hour))

const wanted: WantedEvent = {
  ...{
    id: '0193c1f000007000800a0193c1f00000',
    title: 'Intro; <b>&',
    start: inDays(1),
    end: inDays(1, 10),
    zone: 'Europe/Berlin',
  },
  ...{ description: 'As agreed', location: 'https://foyer.example/meet/x', isBusy: true, wantsRoom: false },
  ...{ attendees: [{ email: 'lena@example.com' }], tags: { bookingId: '0193c1f0-0000-7000-800a-0193c1f00000', sequence: 0 } },
}

type Copy = Map<string, CopiedEvent>
/** Brings a copy up to date by pages, as they are meant (`EventPage`). */
const readInto = async (calendars: Calendars, id: string, copy: Copy, cursor: string | null): Promise<ReadEnd> => {
  const pages = calendars.readEvents(id, { cursor, from })
  for (;;) {
    const next = await pages.next()
    if (next.done) return next.value
    const complete = new Set(next.value.complete ?? [])
    for (const known of copy.keys()) if (complete.has(known.split('#')[0] ?? '')) copy.delete(known)
    for (const gone of next.value.removed) copy.delete(gone)
    for (const event of next.value.events) copy.set(event.id, event)
  }
}
/** The same until it is done: what was forgotten is read from the start. Answers the cursor. */
const follow = async (calendars: Calendars, id: string, copy: Copy, cursor: string | null): Promise<string> => {
  const end = await readInto(calendars, id, copy, cursor)
  if (end.outcome === 'done') return end.cursor
  assert.equal(end.outcome, 'expired')
  assert.notEqual(cursor, null, 'a first read is forgotten')
  copy.clear()
  return follow(calendars, id, copy, null)
}
const primaryOf = async (calendars: Calendars): Promise<string> => {
  const primary = (await calendars.calendars()).find(({ isPrimary }) => isPrimary)
  assert.ok(primary)
  return primary.id
}
const titles = (copy: Copy): string[] => [...copy.values()].map(({ title }) => title).sort()
const failure = async (asked: Promise<unknown>): Promise<ProviderError> => {
  const error = await asked.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return error
}

test('from the address of a host one comes by .well-known, principal and home to its calendars, without lists of tasks', async () => {
  const found = await open('jo').calendars()
  assert.deepEqual(
    found.map(({ name, zone, isPrimary, isWritable }) => [name, zone, isPrimary, isWritable]),
    [
      ['Calendar', 'Europe/Berlin', true, true],
      ['Family', 'Europe/Berlin', false, true],
      ['Holidays', 'Europe/Berlin', false, false],
    ],
  )
  const typed = [`${box.address}/sandbox/caldav/`, `${box.address}/.well-known/caldav`, found[0]?.id ?? '']
  for (const url of typed) assert.equal(await primaryOf(open('jo', { url })), found[0]?.id, url)
})

test('a wrong password is an error of credentials; a calendar that may only be read refuses', async () => {
  assert.equal((await failure(open('jo', { password: 'wrong' }).calendars())).kind, 'credentials')
  const holidays = (await open('jo').calendars()).find(({ isWritable }) => !isWritable)
  assert.equal((await failure(open('jo').putEvent(holidays?.id ?? '', wanted))).kind, 'refused')
})

const manners = { strong: {}, weak: { etags: 'weak' }, absent: { etags: 'absent' }, rewriting: { rewrites: 'on' } }
for (const [name, form] of Object.entries(manners))
  test(`an event is made once, changed only at its version, and removed (etags: ${name})`, async () => {
    await behave(form)
    const calendars = open(`made-${name}`)
    const id = await primaryOf(calendars)
    const put = await calendars.putEvent(id, wanted)
    assert.ok(put.outcome === 'put')
    assert.deepEqual([put.event.title, put.event.ours, put.event.start], [wanted.title, wanted.tags, { at: wanted.start }])
    const again = await calendars.putEvent(id, wanted)
    assert.ok(again.outcome === 'put')
    assert.equal(again.event.etag, put.event.etag)
    const copy: Copy = new Map()
    await follow(calendars, id, copy, null)
    const [read] = copy.values()
    assert.equal(copy.size, 1)
    const end = inDays(1, 11)
    const changed = await calendars.changeEvent(id, wanted.id, { end }, read?.etag ?? '')
    assert.ok(changed.outcome === 'changed')
    assert.deepEqual(changed.event.end, { at: end })
    assert.equal((await calendars.changeEvent(id, wanted.id, { title: 'Late' }, read?.etag ?? '')).outcome, 'stale')
    assert.equal((await calendars.findEvent(id, wanted.id))?.title, wanted.title)
    await calendars.removeEvent(id, wanted.id)
    await calendars.removeEvent(id, wanted.id)
    assert.equal(await calendars.findEvent(id, wanted.id), null)
  })

for (const [name, form] of Object.entries({ tokens: {}, ctag: { hasSync: '' }, etags: { hasSync: '', hasCtag: '' } }))
  test(`the next reading has the events that the host added, moved and deleted, and no others (by ${name})`, async () => {
    await behave(form)
    const user = `host-${name}`
    const calendars = open(user)
    const id = await primaryOf(calendars)
    const copy: Copy = new Map()
    const place = { user, calendar: 'calendar' }
    await deed('add', { ...place, title: 'Dentist', day: '2027-02-03', from: '10:00', until: '11:00' })
    await deed('add', { ...place, title: 'Holiday', day: '2027-02-04' })
    let cursor = await follow(calendars, id, copy, null)
    assert.deepEqual(titles(copy), ['Dentist', 'Holiday'])
    const dentist = [...copy.values()].find(({ title }) => title === 'Dentist')
    assert.deepEqual(dentist?.start, { at: new Date('2027-02-03T09:00:00Z') })
    const still = new Map<string, CopiedEvent>()
    cursor = await follow(calendars, id, still, cursor)
    assert.equal(still.size, 0)
    const move = { ...place, name: `${dentist?.id}.ics`, day: '2027-07-05', from: '10:00', until: '10:30' }
    await deed('move', move)
    const news: Copy = new Map()
    cursor = await follow(calendars, id, news, cursor)
    assert.deepEqual([...news.keys()], [dentist?.id])
    assert.deepEqual(news.get(dentist?.id ?? '')?.start, { at: new Date('2027-07-05T08:00:00Z') })
    await deed('delete', { ...place, name: `${dentist?.id}.ics` })
    cursor = await follow(calendars, id, copy, cursor)
    assert.deepEqual(titles(copy), ['Holiday'])
  })

test('a token that the server forgot is read anew, and what was deleted meanwhile is not there', async () => {
  await behave()
  const calendars = open('forgetful')
  const id = await primaryOf(calendars)
  for (const name of ['one', 'two']) await other('forgetful', 'PUT', `${name}.ics`, object(name, inDays(2)))
  const copy: Copy = new Map()
  const cursor = await follow(calendars, id, copy, null)
  await other('forgetful', 'DELETE', 'one.ics')
  await deed('forget', {})
  assert.deepEqual(await readInto(calendars, id, new Map(), cursor), { outcome: 'expired' })
  await follow(calendars, id, copy, cursor)
  assert.deepEqual(titles(copy), ['two'])
})

test('a list that the server cuts is asked for in pieces, until all of it is there', async () => {
  await behave({ listSize: '2' })
  const calendars = open('cut')
  const id = await primaryOf(calendars)
  const names = Array.from({ length: 9 }, (_, n) => `n${n}`)
  for (const [n, name] of names.entries()) await other('cut', 'PUT', `${name}.ics`, object(name, inDays(n * 3)))
  const copy: Copy = new Map()
  const cursor = await follow(calendars, id, copy, null)
  assert.deepEqual(titles(copy), names)
  for (const [n, name] of names.entries()) await other('cut', 'PUT', `${name}.ics`, object(name, inDays(n * 3, 15)))
  const news: Copy = new Map()
  const end = await readInto(calendars, id, news, cursor)
  assert.equal(end.outcome, 'done')
  assert.deepEqual(titles(news), names)
  await behave({ listSize: '2', hasSync: '' })
  const more: Copy = new Map()
  await follow(calendars, id, more, null)
  assert.deepEqual(titles(more), names)
})

test('more events at one time than the server lists are an error, and no calendar that looks free', async () => {
  await behave({ listSize: '2' })
  const calendars = open('crowded')
  const id = await primaryOf(calendars)
  for (const name of ['a', 'b', 'c']) await other('crowded', 'PUT', `${name}.ics`, object(name, inDays(2)))
  assert.equal((await failure(readInto(calendars, id, new Map(), null))).kind, 'refused')
})

test('a server that has moved is followed: its events keep their ids', async () => {
  await behave()
  const calendars = open('mover')
  const id = await primaryOf(calendars)
  await other('mover', 'PUT', 'one.ics', object('one', inDays(2)))
  const copy: Copy = new Map()
  let cursor = await follow(calendars, id, copy, null)
  await other('mover', 'PUT', 'one.ics', object('one', inDays(4)))
  await behave({ redirection: 'moved' })
  cursor = await follow(calendars, id, copy, cursor)
  assert.deepEqual([[...copy.keys()], copy.get('one')?.start], [['one'], { at: inDays(4) }])
  assert.ok((await calendars.putEvent(id, wanted)).outcome === 'put')
  assert.ok((await calendars.changeEvent(id, wanted.id, { title: 'Moved' })).outcome === 'changed')
  await follow(calendars, id, copy, cursor)
  assert.deepEqual(titles(copy), ['Moved', 'one'])
  await behave()
  assert.equal((await calendars.findEvent(id, wanted.id))?.title, 'Moved')
})

test('a redirect to another host, to a private address or in a circle ends the call, and the password goes to the first host only', async () => {
  const hosts = new Set<string>()
  const http: ProviderHttp = {
    send(request) {
      hosts.add(new URL(request.url).host)
      return way.send({ ...request, redirects: 0 })
    },
  }
  for (const redirection of ['otherHost', 'privateAddress', 'endless']) {
    await behave({ redirection })
    const { kind } = await failure(open('led', { http }).calendars())
    assert.ok(kind === 'refused' || kind === 'broken', `${redirection}: ${kind}`)
  }
  await behave()
  assert.deepEqual([...hosts], [new URL(box.address).host])
})

test('a host beside the chosen one whose name stands for a private address is refused before anything is sent', async () => {
  const resolve = async (host: string) => (host === 'dav.own.example' ? ['10.0.0.1'] : ['127.0.0.1'])
  const guarded = makeHttp({ allowed: [], resolve })
  const http: ProviderHttp = {
    async send(request) {
      if (new URL(request.url).hostname !== 'cal.own.example') return guarded.send(request)
      return {
        status: 301,
        headers: { location: 'https://dav.own.example/' },
        body: Buffer.alloc(0),
        isCut: false,
        url: request.url,
      }
    },
  }
  const { kind } = await failure(open('led', { url: 'https://cal.own.example/', http }).calendars())
  await guarded.destroy()
  assert.equal(kind, 'unreachable')
})

test('slow, broken and lying answers are errors, never an empty calendar', async () => {
  await behave()
  const calendars = open('faulty')
  const id = await primaryOf(calendars)
  await other('faulty', 'PUT', 'one.ics', object('one', inDays(2)))
  for (const kind of ['error_500', 'error_503', 'rate_limited', 'html', 'ok_error_body', 'lost', 'reset', 'redirect_loop']) {
    await box.turn('caldav', { kind })
    try {
      await failure(readInto(calendars, id, new Map(), null))
    } finally {
      await box.turn('caldav')
    }
  }
})

/** What any program and the server itself do to a calendar. */
const Deed = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('put'), name: fc.nat(5), day: fc.nat(20), series: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), name: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('behave'),
      ...{ hasSync: fc.boolean(), hasCtag: fc.boolean(), isCut: fc.boolean(), isMoved: fc.boolean(), rewrites: fc.boolean() },
    }),
  },
)
type Deed = { kind: string; name?: number; day?: number; series?: boolean } & Partial<
  Record<'hasSync' | 'hasCtag' | 'isCut' | 'isMoved' | 'rewrites', boolean>
>

const doDeed = async (user: string, { kind, name = 0, day = 0, series, ...more }: Deed): Promise<void> => {
  const file = `e${name}.ics`
  if (kind === 'put')
    await other(user, 'PUT', file, object(`e${name}`, inDays(day, name), series ? 'RRULE:FREQ=DAILY;COUNT=3' : ''))
  if (kind === 'delete') await other(user, 'DELETE', file)
  if (kind === 'forget') await deed('forget', {})
  if (kind === 'behave')
    await behave({
      ...{ hasSync: more.hasSync ? 'on' : '', hasCtag: more.hasCtag ? 'on' : '', rewrites: more.rewrites ? 'on' : '' },
      ...{ listSize: more.isCut ? '6' : '1000', redirection: more.isMoved ? 'moved' : 'none' },
    })
}
/** Past redirects, by plain requests. */
const truth = async (user: string): Promise<string[]> => {
  const all: string[] = []
  await behave()
  for (let n = 0; n <= 5; n++) {
    const answer = await other(user, 'GET', `e${n}.ics`)
    if (answer.status === 404) continue
    const { occurrences } = readEvents(await answer.text(), { from, to: until, zone: owner.zone, own: [] })
    all.push(...occurrences.map(({ of, start }) => `e${n}${of === null ? '' : `#${of}`} ${JSON.stringify(start)}`))
  }
  return all.sort()
}

test('after any mix of changes, forgotten tokens, cut lists and moves of the server the copy equals the calendar', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(Deed, { minLength: 4, maxLength: 16 }), async (deeds) => {
      const user = `mixed${runs++}`
      await behave()
      const calendars = open(user)
      const id = await primaryOf(calendars)
      const copy: Copy = new Map()
      let cursor: string | null = null
      for (const each of [...deeds, { kind: 'read' }] as Deed[]) {
        if (each.kind === 'read') cursor = await follow(calendars, id, copy, cursor)
        else await doDeed(user, each)
      }
      const copied = [...copy.values()].map((each) => `${each.id} ${JSON.stringify(each.start)}`)
      assert.deepEqual(copied.sort(), await truth(user))
    }),
    { numRuns: 25 },
  )
})
