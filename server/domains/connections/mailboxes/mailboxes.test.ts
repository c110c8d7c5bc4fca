import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { consentAt } from '#test/support/consent.ts'
import type { Answer } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app.stop())

const connect = async (who: Someone, account: string, { without = [] as string[], ...input } = {}): Promise<Answer> => {
  const { body } = await app.call('connect-mailbox', { provider: 'google', ...input }, who)
  const back = await consentAt(String(body.authorizeUrl), { account, without })
  return app.call('integration-callback', Object.fromEntries(back.searchParams), who)
}

interface Listed {
  readonly id: string
  readonly email: string
  readonly kind: string
  readonly is_own: boolean
  readonly has_mail: boolean
  readonly has_calendar: boolean
}
const listOf = async (who: Someone): Promise<Listed[]> =>
  (await app.call('list-mailboxes', {}, who)).body.mailboxes as unknown as Listed[]

test('any member connects their own mailbox; neither the owner of the workspace nor a colleague sees it, until it is the team’s', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const connected = await connect(maya, 'mira@')
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  assert.equal(connected.body.return_to, '/settings/mailboxes')
  const [mailbox] = await listOf(maya)
  assert.deepEqual([mailbox?.is_own, mailbox?.kind, mailbox?.has_mail, mailbox?.has_calendar], [true, 'personal', true, true])
  assert.deepEqual(await listOf(owner), [])
  const connectionId = mailbox?.id
  assert.deepEqual((await app.call('list-connections', {}, owner)).body.connections, [])
  const orgId = owner.orgId
  for (const type of ['integration-test', 'integration-refresh', 'integration-disconnect', 'list-provider-calls'])
    assert.equal((await app.call(type, { connectionId, orgId }, owner)).body.code, 'connection_not_found', type)
  for (const type of ['update-mailbox', 'disconnect-mailbox'])
    assert.equal((await app.call(type, { mailboxId: connectionId, kind: 'team' }, owner)).body.code, 'mailbox_not_found', type)
  assert.equal((await app.call('update-mailbox', { mailboxId: connectionId, kind: 'team' }, maya)).status, 200)
  assert.deepEqual(
    (await listOf(owner)).map(({ id, is_own }) => [id, is_own]),
    [[connectionId, false]],
  )
  assert.equal((await app.call('disconnect-mailbox', { mailboxId: connectionId }, maya)).status, 200)
  assert.deepEqual(await listOf(maya), [])
})

test('a calendar without mail is possible, and mail is added later; an account belongs to one member of a workspace', async () => {
  const owner = await app.given.organization()
  const jonas = await app.given.person(owner.orgId, 'member')
  await connect(owner, 'jonas@', { wants: ['calendar'] } as never)
  const [first] = await listOf(owner)
  assert.deepEqual([first?.has_mail, first?.has_calendar], [false, true])
  await connect(owner, 'jonas@')
  const [second, ...more] = await listOf(owner)
  assert.deepEqual([second?.id, second?.has_mail, more.length], [first?.id, true, 0])
  const taken = await connect(jonas, 'jonas@')
  assert.deepEqual([taken.status, taken.body.code], [409, 'mailbox_taken'])
  assert.deepEqual(await listOf(jonas), [])
})

test('a former member’s mailboxes are disconnected, admins get a notice of a team’s, and its address is free', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const worker = await app.startWorker()
  try {
    await connect(maya, 'mira@')
    const [mailbox] = await listOf(maya)
    assert.equal((await app.call('update-mailbox', { mailboxId: mailbox?.id, kind: 'team' }, maya)).status, 200)
    assert.equal((await app.call('remove-member', { userId: maya.personId }, owner)).status, 200)
    await until('it ended', async () => ((await listOf(owner)).length === 0 ? true : undefined))
    const noticesOf = async () =>
      (await app.call('list-notices', {}, owner)).body.notices as unknown as { kind: string; facts: { email: string } }[]
    assert.deepEqual(
      (await noticesOf()).map(({ kind, facts }) => [kind, facts.email]),
      [['team_mailbox_ended', 'mira@sandbox.example']],
    )
    const kept = await app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('connections').select(['status', 'credentials']).where('org_id', '=', owner.orgId).execute(),
    )
    assert.deepEqual(kept, [{ status: 'disconnected', credentials: null }])
    assert.equal((await connect(owner, 'mira@')).status, 200)
    assert.deepEqual(
      (await listOf(owner)).map(({ email, is_own }) => [email, is_own]),
      [['mira@sandbox.example', true]],
    )
    assert.deepEqual(await noticesOf(), [])
  } finally {
    await worker.stop()
  }
})

test('the browser goes on to a page of this app and to no other', async () => {
  const owner = await app.given.organization()
  for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', 'settings', '/a\nb', '']) {
    const answer = await app.call('connect-mailbox', { provider: 'google', returnTo }, owner)
    assert.equal(answer.status, 400, returnTo)
  }
})
