import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { behindProxy, givePassword, knock, password, postOf, whoIs } from '#test/support/sign-in.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: behindProxy })
})
after(() => app.stop())

let counter = 0
const someAddress = (): string => `seat${++counter}.${newId().slice(-6)}@example.com`
const someone = async (): Promise<Someone> => {
  const made = await app.given.organization()
  await givePassword(app, made)
  return made
}
interface User {
  id: string
  email: string
  name: string
  role: string
}
const make = async (as: Someone, email: string, more: object = {}): Promise<User> => {
  const { status, body } = await app.call('create-user', { email, name: 'Typed Name', ...more }, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body.user as unknown as User
}
const linkFor = async (as: Someone, email: string): Promise<string> => {
  const token = (await postOf(app, as.orgId, email)).findLast(({ template }) => template === 'set-password')?.token
  assert.ok(token)
  return token
}
const membersOf = async (as: Someone) =>
  (await app.call('list-members', {}, as)).body.members as unknown as (User & { joined_at: string })[]

/** Everything that an admin can learn of an address that they made a member, invited, or could not; what differs by chance is taken out. */
const whatAnAdminLearns = async (email: string): Promise<unknown> => {
  const admin = await app.given.organization('Curious')
  const plain = (value: unknown, ids: readonly string[]): unknown =>
    JSON.parse(
      ids
        .reduce((text, id, n) => text.replaceAll(id, `id ${n}`), JSON.stringify(value).replaceAll(email, 'the address'))
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
        .replaceAll(/Person \d+/g, 'an admin')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
        .replaceAll(/"(request_id|address|email)":"[^"]*"/g, '"$1":"x"')
        .replaceAll(/#token=[\w-]+/g, '#token=x'),
    )
  const said: unknown[] = []
  const ids: string[] = []
  const ask = async (type: string, body: object = {}) => {
    const { status, body: answer } = await app.call(type, body, admin)
    said.push([type, status, plain(answer, ids)])
    return answer
  }
  const invited = (await ask('invite-staff', { email, role: 'member' })) as unknown as { invitation: { id: string } }
  await ask('list-invitations')
  await ask('withdraw-invitation', { invitationId: invited.invitation.id })
  const { user } = (await ask('create-user', { email, name: 'Typed Name', role: 'admin', sendWelcome: true })) as unknown as {
    user: User
  }
  ids.push(user.id)
  assert.ok(
    Math.abs(Number.parseInt(user.id.replaceAll('-', '').slice(0, 12), 16) - Date.now()) < 60_000,
    'the id says when it was made',
  )
  await ask('create-user', { email: email.toUpperCase(), name: 'Again' })
  await ask('invite-staff', { email })
  await ask('list-members')
  await ask('change-role', { userId: user.id, role: 'member' })
  await ask('send-welcome', { userId: user.id })
  await ask('list-members')
  await knock(app, 'ask-password-reset', { email })
  await knock(app, 'sign-in', { email, password: 'what an admin may guess' })
  await ask('list-audit')
  await ask('list-notices')
  await ask('list-mails')
  said.push(
    plain(
      (await postOf(app, admin.orgId, email)).map(({ token: _token, ...mail }) => mail),
      ids,
    ),
  )
  said.push(
    plain(
      await app.database.inOrg(admin.orgId, (db) =>
        db.selectFrom('events').select(['type', 'payload']).orderBy('id').execute(),
      ),
      ids,
    ),
  )
  await ask('remove-member', { userId: user.id })
  await ask('list-members')
  await ask('send-welcome', { userId: user.id })
  return said
}

test('no answer reveals whether an address has an account: known and unknown ones get the same bytes', async () => {
  const known = await someone()
  const learned = await whatAnAdminLearns(known.email)
  const empty = await app.given.organization()
  assert.deepEqual(learned, await whatAnAdminLearns(someAddress()))
  // Nor for an address that waits somewhere else.
  const waiting = someAddress()
  await make(empty, waiting)
  assert.deepEqual(learned, await whatAnAdminLearns(waiting))
})

test('making a member takes as long for a known address as for an unknown one', async () => {
  const admin = await app.given.organization()
  const known = await Promise.all(Array.from({ length: 12 }, someone))
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const { email } of known)
    for (const [kind, address] of [
      ['known', email],
      ['unknown', someAddress()],
    ] as const) {
      const begun = performance.now()
      await make(admin, address)
      times[kind].push(performance.now() - begun)
    }
  const ratio = Math.min(...times.known) / Math.min(...times.unknown)
  assert.ok(ratio > 0.3 && ratio < 3, `${ratio}`)
})

test('a user made a member elsewhere is not moved, and loses and reveals nothing, until they join', async () => {
  const person = await someone()
  const stranger = await app.given.organization('Stranger')
  const seat = await make(stranger, person.email, { role: 'owner', sendWelcome: true })
  assert.deepEqual([seat.name, seat.role], ['Typed Name', 'owner'])
  assert.notEqual(seat.id, person.personId)

  const entry = await knock(app, 'sign-in', { email: person.email, password })
  const me = await whoIs(app, entry.session)
  assert.deepEqual([me.personId, me.orgId], [person.personId, person.orgId])
  const there = await knock(app, 'switch-organization', { organizationId: stranger.orgId }, { session: entry.session ?? '' })
  assert.equal(there.body.code, 'organization_not_found')
  const profile = (await app.call('show-profile', {}, person)).body.organizations as unknown as { id: string }[]
  assert.deepEqual(
    profile.map(({ id }) => id),
    [person.orgId],
  )
})

test('an existing account joins by the mailed link and its password; a wrong one leaves link and account unchanged', async () => {
  const person = await someone()
  const host = await app.given.organization('Host')
  const seat = await make(host, person.email, { role: 'admin', sendWelcome: true })
  const { body: deal } = await app.call(
    'prd',
    {
      orgId: host.orgId,
      clientName: 'Pat',
      clientEmail: someAddress(),
      businessName: 'Pat & Co',
      rawData: { problem: 'Queues.' },
    },
    null,
  )
  const { id: dealId } = deal.project as unknown as { id: string }
  assert.equal((await app.call('assign-deal', { dealId, userId: seat.id }, host)).status, 200)

  const token = await linkFor(host, person.email)
  const looked = await knock(app, 'check-link', { token })
  assert.deepEqual([looked.body.valid, looked.body.purpose, looked.body.has_account], [true, 'set-password', true])
  const wrong = await knock(app, 'set-password', { token, password: 'a password of my own' })
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'sign_in_failed'])

  const joined = await knock(app, 'set-password', { token, password })
  assert.deepEqual([joined.status, joined.body.needs], [200, null], JSON.stringify(joined.body))
  const me = await whoIs(app, joined.session)
  assert.deepEqual([me.personId, me.orgId, me.role], [person.personId, host.orgId, 'admin'])
  assert.equal((await app.call('update-profile', { name: 'Still Signed In' }, person)).status, 200, 'other sessions stay')
  assert.equal((await knock(app, 'set-password', { token, password })).body.code, 'link_invalid')

  const listed = (await membersOf(host)).find(({ email }) => email === person.email)
  assert.deepEqual([listed?.id, listed?.name, listed?.role], [person.personId, 'Still Signed In', 'admin'])
  assert.equal((await membersOf(host)).length, 2)
  const { assigned_to } = await app.database.inOrg(host.orgId, (db) =>
    db.selectFrom('deals').select('assigned_to').where('public_id', '=', dealId).executeTakeFirstOrThrow(),
  )
  assert.equal(assigned_to, person.personId, 'what the seat was given to do is theirs')

  // What an admin was told stays good: the id of the seat means the person from now on.
  assert.equal((await app.call('send-welcome', { userId: seat.id }, host)).status, 200)
  const changed = await app.call('change-role', { userId: seat.id, role: 'member' }, host)
  assert.deepEqual((changed.body.member as unknown as User).id, person.personId)
  assert.equal((await app.call('remove-member', { userId: seat.id }, host)).status, 200)
  assert.equal((await membersOf(host)).length, 1)
  const back = await knock(app, 'sign-in', { email: person.email, password })
  assert.equal((await whoIs(app, back.session)).orgId, person.orgId)
})

test('a user without an account gets one by the link, with the announced id; another workspace’s invitation still waits', async () => {
  const [one, other] = [await app.given.organization(), await app.given.organization()]
  const email = someAddress()
  const [seat, elsewhere] = [await make(one, email, { sendWelcome: true }), await make(other, email, { sendWelcome: true })]
  const set = await knock(app, 'set-password', { token: await linkFor(one, email), password })
  const me = await whoIs(app, set.session)
  assert.deepEqual([me.personId, me.orgId], [seat.id, one.orgId])
  assert.equal((await whoIs(app, (await knock(app, 'sign-in', { email, password })).session)).orgId, one.orgId)

  const token = await linkFor(other, email)
  assert.equal((await knock(app, 'set-password', { token, password: 'not the one that was set' })).status, 401)
  const joined = await knock(app, 'set-password', { token, password })
  assert.deepEqual(
    [(await whoIs(app, joined.session)).personId, (await whoIs(app, joined.session)).orgId],
    [seat.id, other.orgId],
  )
  assert.notEqual(elsewhere.id, seat.id)
  assert.equal(
    (await whoIs(app, (await knock(app, 'sign-in', { email, password })).session)).orgId,
    other.orgId,
    'where they were last',
  )
})

test('an invitation takes a seat that waits in the same workspace, with its role, for a new account and for one of elsewhere', async () => {
  for (const email of [someAddress(), (await someone()).email]) {
    const host = await app.given.organization()
    const sent = await app.call('invite-staff', { email, role: 'member' }, host)
    assert.equal(sent.status, 200)
    await make(host, email, { role: 'admin' })
    const token = (await postOf(app, host.orgId, email))[0]?.token
    const accepted = await knock(app, 'accept-invite', { token, name: 'Ida', password })
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    assert.equal((accepted.body.user as unknown as User).role, 'admin')
    assert.equal((await membersOf(host)).length, 2)
    assert.equal((await whoIs(app, accepted.session)).orgId, host.orgId)
  }
})

test('links of many workspaces for one new address used at once all join one account, without an error', async () => {
  for (let round = 0; round < 3; round++) {
    const email = someAddress()
    const hosts = await Promise.all([1, 2, 3].map(() => app.given.organization()))
    for (const host of hosts) await make(host, email, { sendWelcome: true })
    const tokens = await Promise.all(hosts.map((host) => linkFor(host, email)))
    const answers = await Promise.all(tokens.map((token) => knock(app, 'set-password', { token, password })))
    // Whose account was made by another a moment ago is asked to try again, and does.
    for (const [n, { status, body }] of answers.entries())
      if (status !== 200) {
        assert.equal(body.code, 'conflict')
        assert.equal((await knock(app, 'set-password', { token: tokens[n], password })).status, 200)
      }
    const { rows } = await app.database.pool.query('select id from directory.people where email_key = $1', [email])
    assert.equal(rows.length, 1)
  }
})

test('a seat that was removed opens nothing by its link', async () => {
  const [host, person] = [await app.given.organization(), await someone()]
  const seat = await make(host, person.email, { sendWelcome: true })
  const token = await linkFor(host, person.email)
  assert.equal((await app.call('remove-member', { userId: seat.id }, host)).status, 200)
  assert.equal((await knock(app, 'set-password', { token, password })).body.code, 'link_invalid')
})

test('joining a workspace bypasses no second factor', async () => {
  const person = await someone()
  const started = await app.call('start-totp', { password }, person)
  await app.database.db
    .updateTable('directory.totp')
    .set({ confirmed_at: new Date() })
    .where('person_id', '=', person.personId)
    .execute()
  assert.equal(started.status, 200)
  const host = await app.given.organization()
  await make(host, person.email, { sendWelcome: true })
  const joined = await knock(app, 'set-password', { token: await linkFor(host, person.email), password })
  assert.deepEqual([joined.status, joined.body.needs, joined.session], [200, 'code', undefined])
})
