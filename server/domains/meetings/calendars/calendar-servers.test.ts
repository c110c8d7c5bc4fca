import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { mailboxesOf, readAgain } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

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
  const [mailbox] = (await mailboxesOf(app, owner)) as unknown as { last_error: string | null; status: string }[]
  assert.deepEqual([mailbox?.status, mailbox?.last_error], ['connected', null])
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
