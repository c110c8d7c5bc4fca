import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { givenHost, mailboxesOf, ownEvent, readAgain } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'
import { channelIdOf, readChannelId } from './channels.ts'

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

const dayMs = 86_400_000
const inOrg = <T>(who: Someone, work: (db: Db) => Promise<T>) => app.database.inOrg(who.orgId, work)
const channelsOf = (who: Someone) => inOrg(who, (db) => db.selectFrom('calendar_channels').selectAll().orderBy('id').execute())
const calendarOf = (who: Someone) =>
  inOrg(who, (db) => db.selectFrom('calendars').selectAll().where('is_primary', '=', true).executeTakeFirstOrThrow())
const copied = (who: Someone, id: string) =>
  inOrg(who, (db) => db.selectFrom('calendar_events').select('provider_id').where('provider_id', '=', id).executeTakeFirst())
/** Channels that the simulated Google knows. */
const atGoogle = (): string[] =>
  readdirSync(path.join(app.dataDir, 'sandbox'), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(path.dirname(file)) === 'calendar-channels')
    .map((file) => path.basename(file, '.json'))

/** A host whose calendar is watched. */
const watched = async (account: string) => {
  const { owner, google } = await givenHost(app, account)
  const channel = await until('the channel', async () => (await channelsOf(owner)).find(({ state }) => state === 'open'))
  return { owner, channel, google }
}
const hint = (headers: Record<string, string>, body?: string) =>
  fetch(`${app.url}/functions/v1/calendar-changed`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
/** A channel of a watched calendar whose token is known here. */
const ownChannel = async (who: Someone, more: { state?: string; askedAt?: Date } = {}) => {
  const calendar = await calendarOf(who)
  const row = { org_id: who.orgId, id: newId() }
  await inOrg(who, (db) =>
    db
      .insertInto('calendar_channels')
      .values({
        ...{ ...row, calendar_id: calendar.id, token_hash: hashToken('proof'), state: more.state ?? 'open' },
        ...{ asked_at: more.askedAt ?? new Date(), expires_at: new Date(Date.now() + 7 * dayMs) },
      })
      .execute(),
  )
  const headers = { 'x-goog-channel-id': channelIdOf(row), 'x-goog-channel-token': 'proof', 'x-goog-resource-state': 'exists' }
  return { ...row, headers }
}
/** Has the channel of a calendar looked after, as happens in time. */
const watchAgain = async (who: Someone) => {
  await inOrg(who, (db) =>
    db
      .updateTable('calendars')
      .set({ next_watch_at: new Date(0) })
      .execute(),
  )
  await readAgain(app, who)
}

test('the id of a channel leads to its row, is no longer than Google takes, and what is none is refused', () => {
  const row = { org_id: newId(), id: newId() }
  assert.equal(channelIdOf(row).length, 64)
  assert.deepEqual(readChannelId(channelIdOf(row)), { orgId: row.org_id, id: row.id })
  for (const odd of ['', 'x', 'g'.repeat(64), '0'.repeat(63), `${channelIdOf(row)}0`]) assert.equal(readChannelId(odd), null)
})

test('a change in the calendar is copied within seconds, long before the calendar is polled', async () => {
  const { owner, google } = await watched('mira@')
  const begun = Date.now()
  await google.putEvent('primary', ownEvent('pushed1', new Date(Date.now() + dayMs)))
  await until('the copy', () => copied(owner, 'pushed1'))
  assert.ok(Date.now() - begun < 20_000)
  assert.ok(((await calendarOf(owner)).next_poll_at?.getTime() ?? 0) > Date.now() + 200_000, 'the poll was not due')
  await google.removeEvent('primary', 'pushed1')
  await until('the removal', async () => (await copied(owner, 'pushed1')) === undefined)
})

test('a channel that ends within a day is replaced by one that is open before, and stopped', async () => {
  const { owner, channel, google } = await watched('jonas@')
  await inOrg(owner, (db) =>
    db
      .updateTable('calendar_channels')
      .set({ expires_at: new Date(Date.now() + dayMs / 2) })
      .execute(),
  )
  await watchAgain(owner)
  const [next, ...others] = await until('the next one', async () => {
    const all = await channelsOf(owner)
    return all.every(({ id, state }) => id !== channel.id && state === 'open') && all.length > 0 && all
  })
  assert.deepEqual(others, [])
  assert.ok(next && next.expires_at.getTime() > Date.now() + 6 * dayMs)
  await until('Google to know one alone', async () => !atGoogle().includes(channelIdOf(channel)))
  assert.ok(atGoogle().includes(channelIdOf(next)))
  await google.putEvent('primary', ownEvent('replaced1', new Date(Date.now() + dayMs)))
  await until('the copy', () => copied(owner, 'replaced1'))
  // A second look finds one that lasts, and makes no other.
  await watchAgain(owner)
  await until('the look', async () => (await calendarOf(owner)).next_watch_at.getTime() > Date.now() + 5 * dayMs)
  assert.deepEqual(
    (await channelsOf(owner)).map(({ id }) => id),
    [next.id],
  )
})

test('a calendar that is not ticked any more is not watched, and one of a mailbox that is disconnected is not either', async () => {
  const { owner, channel } = await watched('mira@')
  const other = await inOrg(owner, (db) =>
    db
      .selectFrom('calendars')
      .select('id')
      .where('is_primary', '=', false)
      .where('is_writable', '=', true)
      .executeTakeFirstOrThrow(),
  )
  const update = async (input: object) => assert.equal((await app.call('update-calendar', input, owner)).status, 200)
  await update({ calendarId: other.id, target: true })
  const second = await until('the channel of the other', async () =>
    (await channelsOf(owner)).find((each) => each.calendar_id === other.id && each.state === 'open'),
  )
  await update({ calendarId: channel.calendar_id, ticked: false })
  await until('the stop', async () => !atGoogle().includes(channelIdOf(channel)))
  await until('no row of it', async () => (await channelsOf(owner)).every(({ id }) => id === second.id))
  assert.ok(atGoogle().includes(channelIdOf(second)))
  const [mailbox] = await mailboxesOf(app, owner)
  assert.equal((await app.call('disconnect-mailbox', { mailboxId: mailbox?.id }, owner)).status, 200)
  assert.ok(!atGoogle().includes(channelIdOf(second)))
  assert.deepEqual(await channelsOf(owner), [])
})

test('the calendars of a member who left are neither kept nor watched', async () => {
  const { owner, channel } = await watched('jonas@')
  const other = await app.given.person(owner.orgId, 'owner')
  assert.equal((await app.call('remove-member', { userId: owner.personId }, other)).status, 200)
  await until('the stop', async () => !atGoogle().includes(channelIdOf(channel)))
  await until(
    'no copy',
    async () => (await inOrg(owner, (db) => db.selectFrom('calendars').select('id').execute())).length === 0,
  )
  assert.deepEqual(await inOrg(owner, (db) => db.selectFrom('calendar_events').select('calendar_id').execute()), [])
  assert.deepEqual(await channelsOf(owner), [])
})

test('a hint without its token, of an unknown channel, or a first one has nothing read; every answer is the same', async () => {
  const { owner } = await watched('jonas@')
  await worker.stop()
  const { headers } = await ownChannel(owner)
  const untouched = async () => assert.equal((await calendarOf(owner)).hinted_at, null)
  await inOrg(owner, (db) => db.updateTable('calendars').set({ hinted_at: null }).execute())
  const unknown = channelIdOf({ org_id: owner.orgId, id: newId() })
  const answers = []
  for (const each of [
    {},
    { ...headers, 'x-goog-channel-token': 'other' },
    { ...headers, 'x-goog-channel-token': '' },
    { ...headers, 'x-goog-channel-id': unknown },
    { ...headers, 'x-goog-channel-id': channelIdOf({ org_id: newId(), id: newId() }) },
    { ...headers, 'x-goog-channel-id': "' or true --" },
    { ...headers, 'x-goog-resource-state': 'sync' },
  ]) {
    answers.push(await hint(each))
    await untouched()
  }
  answers.push(await hint(headers))
  assert.notEqual((await calendarOf(owner)).hinted_at, null)
  answers.push(await hint({ ...headers, 'content-type': 'application/json' }, ''))
  for (const answer of answers) assert.deepEqual([answer.status, await answer.text()], [200, '{"success":true}'])
  worker = await app.startWorker()
  await until('the reading', async () => (await calendarOf(owner)).hinted_at === null)
})

test('hints that come together are one reading, and of more than twenty a minute the poll makes one', async () => {
  const { owner } = await watched('mira@')
  await worker.stop()
  const { headers } = await ownChannel(owner)
  const clear = () => inOrg(owner, (db) => db.updateTable('calendars').set({ hinted_at: null }).execute())
  const kept = () => inOrg(owner, (db) => db.selectFrom('inbox').select('id').where('hook', '=', 'calendar-changed').execute())
  await clear()
  const before = (await kept()).length
  await Promise.all(Array.from({ length: 10 }, () => hint(headers)))
  assert.equal((await kept()).length, before + 1)
  for (let n = 0; n < 10; n++) {
    await clear()
    await hint(headers)
  }
  const many = (await kept()).length
  assert.equal(many, before + 11)
  await clear()
  await hint(headers)
  assert.equal((await kept()).length, many)
  const calendar = await calendarOf(owner)
  assert.equal(calendar.hinted_at, null)
  assert.ok((calendar.next_poll_at?.getTime() ?? Number.POSITIVE_INFINITY) <= Date.now() + 61_000)
  worker = await app.startWorker()
})

test('a channel whose opening was interrupted is named by its first hint and stopped later; one that never spoke is forgotten', async () => {
  const { owner, channel, google } = await watched('jonas@')
  const old = new Date(Date.now() - 11 * 60_000)
  const silent = await ownChannel(owner, { state: 'asked', askedAt: old })
  const named = await ownChannel(owner, { state: 'asked', askedAt: old })
  const fresh = await ownChannel(owner, { state: 'asked' })
  const address = `${app.url}/functions/v1/calendar-changed`
  await google.watch('primary', {
    ...{ channelId: channelIdOf(named), token: 'proof', address },
    expiresAt: new Date(Date.now() + 7 * dayMs),
  })
  await until('its name', async () => (await channelsOf(owner)).find(({ id }) => id === named.id)?.resource_id ?? undefined)
  assert.ok(atGoogle().includes(channelIdOf(named)))
  await watchAgain(owner)
  const left = await until('the end of both', async () => {
    const ids = (await channelsOf(owner)).map(({ id }) => id)
    return !ids.includes(silent.id) && !ids.includes(named.id) && ids
  })
  assert.deepEqual(left.toSorted(), [channel.id, fresh.id].toSorted())
  assert.ok(!atGoogle().includes(channelIdOf(named)))
})
