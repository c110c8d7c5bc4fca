import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { mailboxesOf, readAgain } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'
import { findAccountCalendars } from './account-calendars.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const connect = (who: Someone, user: string, path = '/sandbox/caldav/', password = 'right') =>
  app.call(
    'connect-mailbox',
    {
      ...{ provider: 'imap', email: `${user}@server.example` },
      caldav: { url: new URL(path, app.url).href, user, password },
    },
    who,
  )
const deed = async (name: string, form: Record<string, string>): Promise<void> => {
  const address = `${app.url}/sandbox/caldav/calendar/${name}`
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  assert.equal(answer.status, 303, await answer.text())
}
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const copied = async (who: Someone): Promise<string[]> => {
  const rows = await app.database.inOrg(who.orgId, (db) =>
    db.selectFrom('calendar_events').select(['summary', 'counts']).orderBy('summary').execute(),
  )
  return rows.map(({ summary, counts }) => `${summary}${counts ? '' : ' (free)'}`)
}
const isCopied = (who: Someone, expected: readonly string[]) =>
  until(`a copy of ${expected.join(', ')}`, async () => {
    const now = await copied(who)
    return now.join() === expected.join() ? true : undefined
  })

test('with the sandbox a member connects its calendar server without any account, and the copy follows it, also after forgotten tokens', async () => {
  const owner = await app.given.organization()
  const wrong = await connect(owner, 'mira', '/sandbox/caldav/', 'wrong')
  assert.deepEqual([wrong.status, wrong.body.code, wrong.body.field], [400, 'mail_login_refused', 'caldav'])
  const place = { user: 'mira', calendar: 'calendar' }
  await deed('add', { ...place, title: 'Dentist', day: dayIn(3), from: '10:00', until: '11:00' })
  await deed('add', { ...place, title: 'Reminder', day: dayIn(3), isFree: 'on' })
  const { status, body } = await connect(owner, 'mira')
  assert.equal(status, 200, JSON.stringify(body))
  await until('the calendar', async () => (await mailboxesOf(app, owner)).find(({ synced_at }) => synced_at))
  await isCopied(owner, ['Dentist', 'Reminder (free)'])

  const named = async (title: string): Promise<string> => {
    const page = await (
      await fetch(`${app.url}/sandbox/caldav/calendar?${new URLSearchParams({ ...place, week: dayIn(3) })}`)
    ).text()
    return new RegExp(`Change ${title}.*?name="name" value="([^"]+)"`, 's').exec(page)?.[1] ?? ''
  }
  await deed('delete', { ...place, name: await named('Dentist') })
  await deed('add', { ...place, title: 'Lunch', day: dayIn(3), from: '12:00', until: '13:00' })
  await deed('forget', {})
  await readAgain(app, owner)
  await isCopied(owner, ['Lunch', 'Reminder (free)'])
  await deed('behave', { hasCtag: 'on', listSize: '1000' })
  await deed('delete', { ...place, name: await named('Lunch') })
  await readAgain(app, owner)
  await isCopied(owner, ['Reminder (free)'])
  await deed('behave', { hasSync: 'on', hasCtag: 'on', listSize: '1000', redirection: 'privateAddress' })
  await readAgain(app, owner)
  await until('the reason', async () => {
    const rows = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('calendars').select('last_error').execute())
    return rows.some(({ last_error }) => last_error?.includes('points to another server')) || undefined
  })
  assert.deepEqual(await copied(owner), ['Reminder (free)'])
  await deed('behave', { hasSync: 'on', hasCtag: 'on', listSize: '1000', redirection: 'moved' })
  await deed('add', { ...place, title: 'Moved', day: dayIn(4) })
  await readAgain(app, owner)
  await isCopied(owner, ['Moved', 'Reminder (free)'])
  assert.deepEqual(
    (await listed(owner)).map(({ name, is_ticked, gone_at }) => [name, is_ticked, gone_at]),
    [
      ['Calendar', true, null],
      ['Family', false, null],
      ['Holidays', false, null],
    ],
  )
  // The outcome of a call is written a moment after what it brought.
  await until('a mailbox without an error', async () => {
    const [mailbox] = (await mailboxesOf(app, owner)) as unknown as { last_error: string | null; status: string }[]
    return (mailbox?.status === 'connected' && mailbox.last_error === null) || undefined
  })
  await deed('behave', { hasSync: 'on', hasCtag: 'on', listSize: '1000' })
})

test('beside its calendar server nothing of this machine is reached by an address that a member types', async () => {
  const owner = await app.given.organization()
  for (const path of ['/sandbox/mail', '/sandbox/caldavs/', '/sandbox/caldav/../mail', '/v1/leads', '/'])
    assert.deepEqual([path, (await connect(owner, 'jo', path)).body.code], [path, 'mail_server_failed'])
  const other = await app.call(
    'connect-mailbox',
    {
      provider: 'imap',
      email: 'jo@server.example',
      caldav: { url: 'http://127.0.0.1:1/sandbox/caldav/', user: 'jo', password: 'x' },
    },
    owner,
  )
  assert.equal(other.body.code, 'mail_server_failed')
  assert.deepEqual(await mailboxesOf(app, owner), [])
})

test('without the sandbox its path is as closed as every other', async () => {
  const closed = await startApp({ env: { SANDBOX: 'off' } })
  try {
    const owner = await closed.given.organization()
    const caldav = { url: new URL('/sandbox/caldav/', app.url).href, user: 'jo', password: 'right' }
    for (const url of [caldav.url, new URL('/sandbox/caldav/', closed.url).href]) {
      const answer = await closed.call(
        'connect-mailbox',
        { provider: 'imap', email: 'jo@server.example', caldav: { ...caldav, url } },
        owner,
      )
      assert.equal(answer.body.code, 'mail_server_failed')
    }
  } finally {
    await closed.stop()
  }
})

test('a calendar that makes no rooms gets the event with a room of the workspace, and without an address of rooms says what to set', async () => {
  const owner = await app.given.organization()
  assert.equal((await connect(owner, 'rooms')).status, 200)
  await until('the calendar', async () => (await mailboxesOf(app, owner)).find(({ synced_at }) => synced_at))
  const wish = { roomName: 'Rao Bakery', userEmail: 'rooms@server.example' }
  const none = await app.call('create-meet-event', wish, owner)
  assert.deepEqual([none.status, none.body.code], [409, 'no_video_provider'])
  assert.match(String(none.body.error), /no address of video rooms/)
  await app.call('update-workspace', { roomPattern: 'https://meet.example.com/{id}' }, owner)
  const made = await app.call('create-meet-event', wish, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.match(String(made.body.meetLink), /^https:\/\/meet\.example\.com\/[a-zA-Z0-9]{30,}$/)
  assert.ok(!String(made.body.meetLink).includes(String(made.body.eventId)))
  await readAgain(app, owner)
  const event = await until('the event', () =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .selectFrom('calendar_events')
        .select(['location', 'takes_time'])
        .where('summary', '=', 'Rao Bakery')
        .executeTakeFirst(),
    ),
  )
  assert.deepEqual([event.location, event.takes_time], [made.body.meetLink, false])
})

/** As another program writes into the calendar of a user. */
const write = async (user: string, name: string, lines: readonly string[] | null): Promise<void> => {
  const authorization = `Basic ${Buffer.from(`${user}:right`).toString('base64')}`
  const event = ['BEGIN:VEVENT', `UID:${name}@own.example`, `SUMMARY:${name}`, ...(lines ?? []), 'END:VEVENT']
  const body = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n')
  const answer = await fetch(`${app.url}/sandbox/caldav/dav/calendars/${user}/calendar/${name}.ics`, {
    method: lines ? 'PUT' : 'DELETE',
    headers: { authorization, ...(lines && { 'content-type': 'text/calendar' }) },
    ...(lines && { body }),
  })
  assert.ok(answer.ok, `${answer.status}`)
}
/** Asked of the model: the gateway limits how often one asks. */
const listed = (who: Someone) => app.database.inOrg(who.orgId, (db) => findAccountCalendars(db, who.orgId, who.personId))

test('an event that Foyer cannot read in full is listed with its reason and blocks the time that is known; once its author corrects it, the list is empty', async () => {
  const owner = await app.given.organization()
  // A Tuesday, in the owner's working hours.
  const day = new Date(Date.now() + (9 - new Date().getUTCDay()) * 86_400_000).toISOString().slice(0, 10)
  const stamp = `${day.replaceAll('-', '')}T100000Z`
  const isOffered = async (): Promise<boolean> => {
    const range = { from: `${day}T00:00:00Z`, to: `${day}T23:00:00Z`, timezone: 'UTC' }
    const { body } = await app.call('list-slots', { orgId: owner.orgId, ...range }, null)
    const slots = body.slots as unknown as { start: string }[]
    assert.ok(slots.length > 0)
    return slots.some(({ start }) => Date.parse(start) === Date.parse(`${day}T10:30:00Z`))
  }
  await write('odd', 'endless', [`DTSTART:${stamp}`, 'DTEND:whenever'])
  await write('odd', 'timeless', ['DTSTART:soon', `DTEND:${stamp}`])
  await write('odd', 'whole', [`DTSTART:${day.replaceAll('-', '')}T150000Z`, 'DURATION:PT30M'])
  assert.equal((await connect(owner, 'odd')).status, 200)
  await until('the calendar', async () => (await mailboxesOf(app, owner)).find(({ synced_at }) => synced_at))
  const unread = async () => {
    const calendar = (await listed(owner)).find(({ is_ticked }) => is_ticked)
    return [calendar?.unread.count, calendar?.unread.events.map(({ title, uid, reason }) => `${title} ${uid} ${reason}`).sort()]
  }
  assert.deepEqual(await unread(), [2, ['endless endless@own.example end', 'timeless timeless@own.example time']])
  assert.equal(await isOffered(), false)
  // Whose calendar it is sees it, and no colleague.
  const seen = async (who: Someone): Promise<string> =>
    JSON.stringify((await app.call('list-account-calendars', {}, who)).body.calendars)
  assert.match(await seen(owner), /"title":"timeless","uid":"timeless@own.example","starts_at":null/)
  assert.equal(await seen(await app.given.person(owner.orgId, 'admin')), '[]')

  await write('odd', 'timeless', null)
  await write('odd', 'endless', [`DTSTART:${stamp}`, 'DURATION:PT15M'])
  await readAgain(app, owner)
  await until('the mended event', async () => ((await unread())[0] === 0 ? true : undefined))
  assert.equal(await isOffered(), true)
  // Also by a read from the start, of what went meanwhile.
  await write('odd', 'endless', [`DTSTART:${stamp}`, 'DTEND:whenever'])
  await readAgain(app, owner)
  await until('the odd event', async () => ((await unread())[0] === 1 ? true : undefined))
  await write('odd', 'endless', null)
  await deed('forget', {})
  await readAgain(app, owner)
  await until('the read from the start', async () => ((await unread())[0] === 0 ? true : undefined))
})

test('calendars that are new at the provider appear unticked; one that is gone says so, takes no time, and asks for another where it got the meetings', async () => {
  const owner = await app.given.organization()
  const set = (names: readonly string[]) => deed('present', Object.fromEntries(names.map((name) => [name, 'on'])))
  const place = { user: 'list', calendar: 'calendar' }
  await deed('add', { ...place, title: 'Dentist', day: dayIn(3), from: '10:00', until: '11:00' })
  assert.equal((await connect(owner, 'list')).status, 200)
  const mailbox = await until('the calendar', async () => (await mailboxesOf(app, owner)).find(({ synced_at }) => synced_at))
  await isCopied(owner, ['Dentist'])
  const refresh = async (): Promise<void> => {
    const { status, body } = await app.call('refresh-account-calendars', { mailboxId: mailbox.id }, owner)
    assert.equal(status, 200, JSON.stringify(body))
  }
  const shown = async (): Promise<string[]> =>
    (await listed(owner)).map(
      (each) =>
        `${each.name}${each.is_ticked ? ' ticked' : ''}${each.is_target ? ' target' : ''}${each.gone_at ? ' gone' : ''}`,
    )
  const shows = (expected: readonly string[]) =>
    until(expected.join(', '), async () => ((await shown()).join() === expected.join() ? true : undefined))
  const asked = async () => {
    const { tasks } = (await app.call('list-tasks', {}, owner)).body as unknown as {
      tasks: { title: string; assigned_to: string }[]
    }
    const { notices } = (await app.call('list-notices', {}, owner)).body as unknown as { notices: { kind: string }[] }
    return [
      tasks.filter(({ title }) => title.includes('is gone')).map(({ assigned_to }) => assigned_to),
      notices.filter(({ kind }) => kind === 'calendar_gone').length,
    ]
  }
  await shows(['Calendar ticked target', 'Family', 'Holidays'])
  try {
    await set(['calendar', 'family', 'team'])
    await refresh()
    await shows(['Calendar ticked target', 'Family', 'Team', 'Holidays gone'])
    assert.deepEqual(await asked(), [[], 0])

    // A list without any is no list.
    await set([])
    await refresh()
    await until('it was listed', async () => ((await app.logged()).includes('could not be listed') ? true : undefined))
    assert.deepEqual(await shown(), ['Calendar ticked target', 'Family', 'Team', 'Holidays gone'])

    await set(['family', 'team'])
    await refresh()
    await shows(['Family', 'Team', 'Calendar gone', 'Holidays gone'])
    assert.deepEqual(await copied(owner), ['Dentist (free)'])
    assert.deepEqual(await asked(), [[owner.personId], 1])
    const gone = (await listed(owner)).find(({ name }) => name === 'Calendar')
    const refused = await app.call('update-calendar', { calendarId: gone?.id, target: true }, owner)
    assert.deepEqual([refused.status, refused.body.code], [409, 'calendar_gone'])
    const family = (await listed(owner)).find(({ name }) => name === 'Family')
    assert.equal((await app.call('update-calendar', { calendarId: family?.id, target: true }, owner)).status, 200)
    assert.deepEqual(await asked(), [[], 0])

    // What is back takes its time again; the meetings stay where they were chosen to be.
    await set(['calendar', 'family', 'holidays'])
    await refresh()
    await shows(['Calendar ticked', 'Family ticked target', 'Holidays', 'Team gone'])
    await isCopied(owner, ['Dentist'])
    const stranger = await app.given.person(owner.orgId, 'admin')
    const { body } = await app.call('refresh-account-calendars', { mailboxId: mailbox.id }, stranger)
    assert.equal(body.code, 'mailbox_not_found')
  } finally {
    await set(['calendar', 'family', 'holidays'])
  }
})

test('each hour the calendars of an account are listed again by themselves', async () => {
  const owner = await app.given.organization()
  assert.equal((await connect(owner, 'hourly')).status, 200)
  await until('the calendars', async () => ((await listed(owner)).length === 3 ? true : undefined))
  const tick = () => app.database.pool.query(`insert into jobs.job (name, data) values ('relist-calendars', '{}')`)
  await deed('present', { calendar: 'on', family: 'on', team: 'on' })
  try {
    await app.database.inOrg(owner.orgId, (db) =>
      db
        .updateTable('calendars')
        .set({ listed_at: new Date(Date.now() - 3_600_000) })
        .where('org_id', '=', owner.orgId)
        .execute(),
    )
    await tick()
    await until('the new one', async () => ((await listed(owner)).some(({ name }) => name === 'Team') ? true : undefined))
    assert.deepEqual(
      (await listed(owner)).map(({ name, is_ticked, gone_at }) => [name, is_ticked, gone_at !== null]),
      [
        ['Calendar', true, false],
        ['Family', false, false],
        ['Team', false, false],
        ['Holidays', false, true],
      ],
    )
  } finally {
    await deed('present', { calendar: 'on', family: 'on', holidays: 'on' })
  }
})
