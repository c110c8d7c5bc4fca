import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '#core/actions/caller.ts'
import { newId } from '#core/ids.ts'
import { eventually } from '#test/promises/tenant-rows.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { behindProxy, givePassword, knock, password, postOf, whoIs } from '#test/support/sign-in.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: behindProxy })
})
after(() => app.stop())

let counter = 0
const someAddress = (): string => `member${++counter}@example.com`
const membersOf = async (someone: Someone) =>
  (await app.call('list-members', {}, someone)).body.members as unknown as {
    id: string
    email: string
    role: Role
    two_factor: boolean
  }[]
const eventsOf = (orgId: string) =>
  app.database.inOrg(orgId, (db) =>
    db.selectFrom('events').select(['type', 'payload']).where('org_id', '=', orgId).orderBy('id').execute(),
  )

test('a user is made a member at once, once, and gets a link when that is wanted', async () => {
  const owner = await app.given.organization('Made House')
  const email = someAddress()
  const made = await app.call('create-user', { email, name: 'Noor', role: 'admin', sendWelcome: true }, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { user } = made.body as unknown as { user: { id: string; email: string; name: string; role: string } }
  assert.deepEqual({ ...user, id: '' }, { id: '', email, name: 'Noor', role: 'admin' })
  const again = await app.call('create-user', { email: email.toUpperCase(), name: 'Noor' }, owner)
  assert.deepEqual([again.status, again.body.code, again.body.field], [409, 'already_member', 'email'])

  const [mail] = await postOf(app, owner.orgId, email)
  assert.match(mail?.text ?? '', /Made House/)
  const link = await knock(app, 'check-link', { token: mail?.token })
  assert.deepEqual([link.body.valid, link.body.purpose], [true, 'set-password'])
  const set = await knock(app, 'set-password', { token: mail?.token, password })
  assert.deepEqual([set.status, set.body.needs], [200, null])
  const me = await whoIs(app, set.session)
  assert.deepEqual([me.personId, me.role], [user.id, 'admin'])
  assert.equal((await knock(app, 'set-password', { token: mail?.token, password })).body.code, 'link_invalid')
  assert.equal((await postOf(app, owner.orgId, email)).length, 1, 'a first password is no reason to warn anybody')
})

test('of ten calls that make the same user at once, one does', async () => {
  const owner = await app.given.organization()
  const email = someAddress()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => app.call('create-user', { email, name: `N${n}` }, owner)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
  assert.equal((await membersOf(owner)).length, 2)
})

test('a welcome that is sent again ends the link before; a person of elsewhere is like one that does not exist', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  for (let n = 0; n < 2; n++) assert.equal((await app.call('send-welcome', { userId: member.personId }, owner)).status, 200)
  const [first, second] = await postOf(app, owner.orgId, member.email)
  assert.equal((await knock(app, 'check-link', { token: first?.token })).body.valid, false)
  assert.equal((await knock(app, 'check-link', { token: second?.token })).body.valid, true)

  const bodyOf = async (type: string, userId: string) => {
    const { status, body } = await app.call(type, { userId, role: 'admin' }, owner)
    return [status, { ...body, request_id: '' }]
  }
  for (const type of ['send-welcome', 'change-role', 'remove-member']) {
    const unknown = await bodyOf(type, newId())
    assert.deepEqual(await bodyOf(type, app.owner.personId), unknown, type)
    assert.equal(unknown[0], 404)
  }
})

test('only owners make owners, change them, remove them or send them links', async () => {
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  const other = await app.given.person(owner.orgId, 'member')
  const refused = async (type: string, body: object) => {
    const answer = await app.call(type, body, admin)
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], `${type} ${JSON.stringify(answer.body)}`)
  }
  await refused('create-user', { email: someAddress(), name: 'X', role: 'owner' })
  await refused('change-role', { userId: other.personId, role: 'owner' })
  await refused('change-role', { userId: admin.personId, role: 'owner' })
  await refused('change-role', { userId: owner.personId, role: 'member' })
  await refused('remove-member', { userId: owner.personId })
  await refused('send-welcome', { userId: owner.personId })
  assert.equal((await app.call('change-role', { userId: other.personId, role: 'admin' }, admin)).status, 200)
  assert.equal((await app.call('change-role', { userId: other.personId, role: 'owner' }, owner)).status, 200)
  const told = (await eventsOf(owner.orgId)).filter(({ type }) => type === 'member.changed')
  assert.deepEqual(
    told.map(({ payload }) => [(payload as { role: string }).role, (payload as { role_before: string }).role_before]),
    [
      ['admin', 'member'],
      ['owner', 'admin'],
    ],
  )
})

test('the last owner can neither be demoted nor removed, not even by owners who do it to each other at once', async () => {
  const alone = await app.given.organization()
  for (const [type, more] of [
    ['change-role', { role: 'member' }],
    ['remove-member', {}],
  ] as const) {
    const answer = await app.call(type, { userId: alone.personId, ...more }, alone)
    assert.deepEqual([answer.status, answer.body.code], [409, 'last_owner'])
  }
  for (let round = 0; round < 6; round++) {
    const first = await app.given.organization()
    const owners = [first, ...(await Promise.all([1, 2, 3].map(() => app.given.person(first.orgId, 'owner'))))]
    const answers = await Promise.all(
      owners.map((owner, n) => {
        const userId = (owners[(n + 1) % owners.length] as Someone).personId
        return round % 2
          ? app.call('remove-member', { userId }, owner)
          : app.call('change-role', { userId, role: 'admin' }, owner)
      }),
    )
    for (const { status, body } of answers) assert.ok([200, 401, 403, 409].includes(status), JSON.stringify(body))
    const left = await app.database.inOrg(first.orgId, (db) =>
      db.selectFrom('members').select('id').where('org_id', '=', first.orgId).where('role', '=', 'owner').execute(),
    )
    assert.ok(left.length >= 1, 'no owner is left')
    assert.ok(answers.some(({ status }) => status === 200))
  }
})

test('the token of a removed member opens nothing any more, at any transport, from the next call on', async () => {
  const owner = await app.given.organization()
  const gone = await app.given.person(owner.orgId, 'admin')
  const live = await fetch(`${app.url}/live`, { headers: { authorization: `Bearer ${gone.token}` } })
  assert.equal(live.status, 200)
  assert.equal((await app.call('list-leads', {}, gone)).status, 200)
  const upload = (await app.call('create-upload', { name: 'a.csv', size: 3 }, gone)).body as unknown as {
    upload: { id: string }
  }
  assert.equal((await app.call('remove-member', { userId: gone.personId }, owner)).status, 200)

  const made = await app.call('create-key', { name: 'K', scopes: ['leads:write'] }, gone)
  assert.deepEqual([made.status, made.body.code], [401, 'not_signed_in'])
  await eventually(
    async () => (await app.call('list-leads', {}, gone)).status,
    (status) => status === 401,
    800,
  )
  assert.equal((await knock(app, 'get-token', {}, { session: gone.session })).status, 401)
  const headers = { authorization: `Bearer ${gone.token}` }
  assert.equal((await fetch(`${app.url}/download/export-leads`, { headers })).status, 401)
  const cookie = { cookie: `foyer_session=${gone.session}` }
  assert.equal((await fetch(`${app.url}/download/export-leads`, { headers: cookie })).status, 401)
  assert.equal((await fetch(`${app.url}/live`, { headers })).status, 401)
  const put = await fetch(`${app.url}/uploads/${upload.upload.id}/content?from=0`, { method: 'PUT', headers, body: 'a,b' })
  assert.equal(put.status, 401)
  // The page that was open ends by itself, and what it heard last is that.
  assert.match(await live.text(), /event: ended\ndata: \{\}\n\n$/)
  assert.equal((await membersOf(owner)).length, 1)
})

test('a token of a session that was ended opens nothing any more', async () => {
  const someone = await app.given.organization()
  await givePassword(app, someone)
  const entry = await knock(app, 'sign-in', { email: someone.email, password })
  const other = await whoIs(app, entry.session)
  assert.equal((await app.call('show-profile', {}, other)).status, 200)
  const live = await fetch(`${app.url}/live`, { headers: { authorization: `Bearer ${other.token}` } })
  const { sessions } = (await app.call('list-sessions', {}, someone)).body as unknown as {
    sessions: { id: string; current: boolean; agent: string | null; address: string | null }[]
  }
  assert.equal(sessions.length, 2)
  const theirs = sessions.find(({ current }) => !current)
  assert.equal(theirs?.agent, 'Test/1.0')
  assert.match(theirs?.address ?? '', /^198\.51\./)
  assert.equal((await app.call('end-session', { sessionId: theirs?.id }, someone)).status, 200)
  assert.equal((await app.call('update-profile', { name: 'X' }, other)).status, 401)
  await eventually(
    async () => (await app.call('show-profile', {}, other)).status,
    (status) => status === 401,
    800,
  )
  assert.equal((await knock(app, 'get-token', {}, { session: other.session })).status, 401)
  assert.match(await live.text(), /event: ended\ndata: \{\}\n\n$/)
  assert.equal((await app.call('update-profile', { name: 'Still In' }, someone)).status, 200)
  assert.equal((await app.call('end-session', { sessionId: theirs?.id }, someone)).body.code, 'session_not_found')
})

test('no user ends another user’s session', async () => {
  const [mine, theirs] = [await app.given.organization(), await app.given.organization()]
  const { sessions } = (await app.call('list-sessions', {}, theirs)).body as unknown as { sessions: { id: string }[] }
  const answer = await app.call('end-session', { sessionId: sessions[0]?.id }, mine)
  assert.deepEqual([answer.status, answer.body.code], [404, 'session_not_found'])
  assert.equal((await app.call('update-profile', { name: 'Here' }, theirs)).status, 200)
})

test('ending all other sessions leaves this one, and ends tokens without a session', async () => {
  const someone = await app.given.organization()
  await givePassword(app, someone)
  const others = await Promise.all([1, 2, 3].map(() => knock(app, 'sign-in', { email: someone.email, password })))
  const tokens = await Promise.all(others.map(({ session }) => whoIs(app, session)))
  const ended = await app.call('end-other-sessions', {}, someone)
  assert.deepEqual([ended.status, ended.body.ended], [200, 3])
  for (const other of tokens) assert.equal((await app.call('update-profile', { name: 'X' }, other)).status, 401)
  assert.equal((await app.call('update-profile', { name: 'Me' }, someone)).status, 200)
})

test('a demoted admin may do at once what a member may, and no more', async () => {
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  assert.equal((await app.call('list-keys', {}, admin)).status, 200)
  await app.call('change-role', { userId: admin.personId, role: 'member' }, owner)
  const made = await app.call('create-key', { name: 'K', scopes: ['leads:write'] }, admin)
  assert.deepEqual([made.status, made.body.code], [403, 'forbidden'])
  await eventually(
    async () => (await app.call('list-keys', {}, admin)).status,
    (status) => status === 403,
    800,
  )
  assert.equal((await app.call('list-leads', {}, admin)).status, 200)
  // An old token gains nothing either: a promotion counts with the next one.
  await app.call('change-role', { userId: admin.personId, role: 'owner' }, owner)
  assert.equal((await app.call('create-key', { name: 'K', scopes: ['leads:write'] }, admin)).status, 200)
})

test('a person of two workspaces goes from one to the other, comes back to where they were, and is removed from one only', async () => {
  const [home, host] = [await app.given.organization('Home'), await app.given.organization('Host')]
  await givePassword(app, home)
  await app.call('create-user', { email: home.email, name: 'Ignored', role: 'admin', sendWelcome: true }, host)
  const [welcome] = await postOf(app, host.orgId, home.email)
  assert.equal((await knock(app, 'set-password', { token: welcome?.token, password })).status, 200)
  await knock(app, 'switch-organization', { organizationId: home.orgId }, { session: home.session })

  const foreign = await knock(app, 'switch-organization', { organizationId: app.owner.orgId }, { session: home.session })
  const unknown = await knock(app, 'switch-organization', { organizationId: newId() }, { session: home.session })
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'organization_not_found'])
  assert.deepEqual({ ...foreign.body, request_id: '' }, { ...unknown.body, request_id: '' })

  const switched = await knock(app, 'switch-organization', { organizationId: host.orgId }, { session: home.session })
  assert.equal(switched.status, 200, JSON.stringify(switched.body))
  const there = await whoIs(app, home.session)
  assert.deepEqual([there.orgId, there.role, there.personId], [host.orgId, 'admin', home.personId])
  assert.equal((await app.call('list-keys', {}, there)).status, 200)
  const again = await knock(app, 'sign-in', { email: home.email, password })
  assert.equal((await whoIs(app, again.session)).orgId, host.orgId)

  assert.equal((await app.call('remove-member', { userId: home.personId }, host)).status, 200)
  assert.equal((await app.call('update-profile', { name: 'X' }, there)).status, 401)
  const back = await knock(app, 'sign-in', { email: home.email, password })
  const me = await whoIs(app, back.session)
  assert.deepEqual([me.orgId, me.role], [home.orgId, 'owner'])
})

test('being made a member elsewhere moves no user out of their own workspace', async () => {
  const [home, host] = [await app.given.organization(), await app.given.organization()]
  await givePassword(app, home)
  await knock(app, 'switch-organization', { organizationId: home.orgId }, { session: home.session })
  await app.call('create-user', { email: home.email, name: 'X' }, host)
  const entry = await knock(app, 'sign-in', { email: home.email, password })
  assert.equal((await whoIs(app, entry.session)).orgId, home.orgId)
})

test('each entry names actor, action and object, with the signed-in user', async () => {
  const owner = await app.given.organization()
  await givePassword(app, owner)
  await knock(app, 'sign-in', { email: owner.email, password })
  const { body } = await app.call('list-audit', { action: 'sign-in' }, owner)
  const entries = body.entries as unknown as { person: { id: string } | null }[]
  assert.deepEqual(
    entries.map(({ person }) => person?.id),
    [owner.personId],
  )
})
