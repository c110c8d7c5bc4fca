import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { behindProxy, givePassword, knock, password, postOf, whoIs } from '#test/support/sign-in.ts'

let app: TestApp
let skewMs = 0
before(async () => {
  app = await startApp({ env: behindProxy, now: () => new Date(Date.now() + skewMs) })
})
after(() => app.stop())

const dayMs = 86_400_000
let counter = 0
const someAddress = (): string => `invited${++counter}@example.com`

interface Invitation {
  id: string
  email: string
  role: string
  expires_at: string
}
const invite = async (as: Someone, email: string, more: object = {}): Promise<Invitation> => {
  const { status, body } = await app.call('invite-staff', { email, ...more }, as)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.success, true)
  return body.invitation as unknown as Invitation
}
const tokenFor = async (orgId: string, email: string): Promise<string> => {
  const token = (await postOf(app, orgId, email)).findLast(({ template }) => template === 'invitation')?.token
  assert.ok(token)
  return token
}
const accept = (token: string, more: object = {}) => knock(app, 'accept-invite', { token, name: 'Ida Berg', password, ...more })
const membersOf = async (someone: Someone) =>
  (await app.call('list-members', {}, someone)).body.members as unknown as { id: string; email: string; role: string }[]

test('an invitation goes out by mail, shows what it is for, and makes a member who is signed in', async () => {
  const owner = await app.given.organization('Invited Inn')
  const email = someAddress()
  const invitation = await invite(owner, email, { role: 'admin', name: 'Ida' })
  assert.deepEqual(Object.keys(invitation).sort(), ['email', 'expires_at', 'id', 'role'])
  assert.ok(Math.abs(Date.parse(invitation.expires_at) - Date.now() - 7 * dayMs) < 60_000)
  const [mail] = await postOf(app, owner.orgId, email)
  assert.match(mail?.subject ?? '', /Invited Inn/)
  assert.match(mail?.text ?? '', new RegExp(`${app.url}/accept-invite#token=`))
  const token = mail?.token ?? ''

  for (let n = 0; n < 2; n++) {
    const seen = await knock(app, 'validate-invite', { token })
    assert.deepEqual(seen.body, {
      valid: true,
      invitation: { email, role: 'admin', organization: 'Invited Inn', expires_at: invitation.expires_at },
    })
  }
  const accepted = await accept(token)
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const { user } = accepted.body as unknown as { user: { id: string; email: string; name: string; role: string } }
  assert.deepEqual({ ...user, id: '' }, { id: '', email, name: 'Ida Berg', role: 'admin' })
  const me = await whoIs(app, accepted.session)
  assert.deepEqual([me.personId, me.orgId, me.role], [user.id, owner.orgId, 'admin'])
  assert.equal((await knock(app, 'sign-in', { email, password })).status, 200)

  assert.deepEqual((await knock(app, 'validate-invite', { token })).body, { valid: false })
  assert.equal((await accept(token)).body.code, 'link_invalid')
  const types = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('events').select(['type', 'subject_id']).where('org_id', '=', owner.orgId).execute(),
  )
  assert.deepEqual(
    types.filter(({ type }) => type === 'member.joined').map(({ subject_id }) => subject_id),
    [user.id],
  )
  const { notices } = (await app.call('list-notices', {}, owner)).body as unknown as {
    notices: { kind: string; subject_id: string }[]
  }
  assert.deepEqual(
    notices.map(({ kind, subject_id }) => [kind, subject_id]),
    [['member_joined', user.id]],
  )
})

test('of twenty requests that accept one invitation at once, one succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const owner = await app.given.organization()
    const email = someAddress()
    await invite(owner, email)
    const token = await tokenFor(owner.orgId, email)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => accept(token, { name: `Number ${n}` })))
    const taken = answers.filter(({ status }) => status === 200)
    assert.equal(taken.length, 1, JSON.stringify(answers.map(({ body }) => body.code)))
    for (const { status, body, session } of answers.filter((answer) => answer.status !== 200)) {
      assert.ok(
        (status === 400 && body.code === 'link_invalid') || (status === 409 && body.code === 'conflict') || status === 401,
        JSON.stringify(body),
      )
      assert.equal(session, undefined)
    }
    const joined = (await membersOf(owner)).filter((member) => member.email === email)
    assert.equal(joined.length, 1)
    const sessions = await app.database.db
      .selectFrom('directory.sessions')
      .select('id')
      .where('person_id', '=', joined[0]?.id ?? '')
      .execute()
    assert.equal(sessions.length, 1)
  }
})

test('the links of ten invitations of one address made at once: one is good, and the list shows one', async () => {
  const owner = await app.given.organization()
  const email = someAddress()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => app.call('invite-staff', { email: n % 2 ? email : email.toUpperCase() }, owner)),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const mails = [...(await postOf(app, owner.orgId, email)), ...(await postOf(app, owner.orgId, email.toUpperCase()))]
  assert.equal(mails.length, 10)
  const good: string[] = []
  for (const { token = '' } of mails) if ((await knock(app, 'validate-invite', { token })).body.valid) good.push(token)
  assert.equal(good.length, 1)
  const { invitations } = (await app.call('list-invitations', {}, owner)).body as unknown as { invitations: Invitation[] }
  assert.equal(invitations.length, 1)
})

test('an invitation that was replaced, sent again, withdrawn or is seven days old is no longer accepted', async () => {
  const owner = await app.given.organization()
  const gone = async (token: string) => {
    assert.deepEqual((await knock(app, 'validate-invite', { token })).body, { valid: false })
    const refused = await accept(token)
    assert.deepEqual([refused.status, refused.body.code], [400, 'link_invalid'])
  }
  const email = someAddress()
  const first = await invite(owner, email)
  const firstToken = await tokenFor(owner.orgId, email)
  const second = await invite(owner, email, { role: 'admin' })
  assert.notEqual(second.id, first.id)
  await gone(firstToken)

  const secondToken = await tokenFor(owner.orgId, email)
  const again = await app.call('resend-invitation', { invitationId: second.id }, owner)
  assert.equal((again.body.invitation as unknown as Invitation).id, second.id)
  await gone(secondToken)

  const thirdToken = await tokenFor(owner.orgId, email)
  try {
    skewMs = 7 * dayMs + 1_000
    const late = await app.given.person(owner.orgId, 'owner')
    await gone(thirdToken)
    const { invitations } = (await app.call('list-invitations', {}, late)).body as unknown as {
      invitations: { expired: boolean; invited_by: { id: string } }[]
    }
    assert.deepEqual([invitations[0]?.expired, invitations[0]?.invited_by.id], [true, owner.personId])
    await app.call('resend-invitation', { invitationId: second.id }, late)
  } finally {
    skewMs = 0
  }

  const fourthToken = await tokenFor(owner.orgId, email)
  assert.equal((await knock(app, 'validate-invite', { token: fourthToken })).body.valid, true)
  assert.equal((await app.call('withdraw-invitation', { invitationId: second.id }, owner)).status, 200)
  await gone(fourthToken)
  assert.equal((await app.call('withdraw-invitation', { invitationId: second.id }, owner)).body.code, 'invitation_not_found')
  assert.equal((await app.call('resend-invitation', { invitationId: first.id }, owner)).body.code, 'invitation_not_found')
  assert.deepEqual((await knock(app, 'validate-invite', { token: 'nonsense' })).body, { valid: false })
})

test('a token stands nowhere in the clear', async () => {
  const owner = await app.given.organization()
  const email = someAddress()
  await invite(owner, email)
  const token = await tokenFor(owner.orgId, email)
  const kept = await app.database.db.selectFrom('directory.invitation_tokens').selectAll().execute()
  const mails = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('mails').selectAll().execute())
  assert.ok(!JSON.stringify([kept, mails]).includes(token))
  assert.ok(!app.logged().includes(token))
  assert.ok(!app.logged().includes(email))
})

test('an invitation never changes the password of an account: it must be said, and a wrong one leaves the invitation good', async () => {
  const [home, host] = [await app.given.organization(), await app.given.organization()]
  await givePassword(app, home)
  await invite(host, home.email, { role: 'member' })
  const token = await tokenFor(host.orgId, home.email)
  const wrong = await accept(token, { password: 'another password' })
  assert.deepEqual([wrong.status, wrong.body.code, wrong.session], [401, 'sign_in_failed', undefined])
  assert.equal((await knock(app, 'validate-invite', { token })).body.valid, true)
  assert.equal((await knock(app, 'sign-in', { email: home.email, password: 'another password' })).status, 401)

  const right = await accept(token, { name: 'Somebody Else' })
  assert.equal(right.status, 200)
  const me = await whoIs(app, right.session)
  assert.deepEqual([me.personId, me.orgId, me.role], [home.personId, host.orgId, 'member'])
  const profile = (await app.call('show-profile', {}, me)).body as unknown as {
    person: { name: string }
    organizations: { id: string; role: string; current: boolean }[]
  }
  assert.notEqual(profile.person.name, 'Somebody Else')
  assert.deepEqual(
    new Set(profile.organizations.map(({ id, role, current }) => `${id} ${role} ${current}`)),
    new Set([`${host.orgId} member true`, `${home.orgId} owner false`]),
  )
})

test('a member cannot be invited; one who became a member in the meantime keeps the role, and nothing is doubled', async () => {
  const owner = await app.given.organization()
  const email = someAddress()
  await invite(owner, email)
  const token = await tokenFor(owner.orgId, email)
  const made = await app.call('create-user', { email, name: 'Made Meanwhile', role: 'owner' }, owner)
  assert.equal(made.status, 200)
  const again = await app.call('invite-staff', { email }, owner)
  assert.deepEqual([again.status, again.body.code], [409, 'already_member'])
  const accepted = await accept(token)
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  assert.equal((accepted.body.user as unknown as { role: string }).role, 'owner')
  assert.equal((await membersOf(owner)).filter((member) => member.email === email).length, 1)
})

test('only owners invite owners, send such invitations again or withdraw them; members cannot invite', async () => {
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  const member = await app.given.person(owner.orgId, 'member')
  assert.equal((await app.call('invite-staff', { email: someAddress(), role: 'owner' }, admin)).status, 403)
  assert.equal((await app.call('invite-staff', { email: someAddress() }, member)).status, 403)
  const { id } = await invite(owner, someAddress(), { role: 'owner' })
  assert.equal((await app.call('resend-invitation', { invitationId: id }, admin)).status, 403)
  assert.equal((await app.call('withdraw-invitation', { invitationId: id }, admin)).status, 403)
  assert.equal((await app.call('invite-staff', { email: someAddress(), role: 'admin' }, admin)).status, 200)
})

test('open invitations are listed newest first, a page at a time', async () => {
  const owner = await app.given.organization()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await invite(owner, someAddress())).id)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await app.call('list-invitations', { limit: 2, ...(cursor && { cursor }) }, owner)
    seen.push(...(body.invitations as unknown as Invitation[]).map(({ id }) => id))
    cursor = body.next_cursor as unknown as string | null
  } while (cursor)
  assert.deepEqual(seen, ids)
})

test('a GET of an invitation changes nothing, however often a scanner opens it', async () => {
  const owner = await app.given.organization()
  const email = someAddress()
  await invite(owner, email)
  const token = await tokenFor(owner.orgId, email)
  for (const path of ['/accept-invite', `/accept-invite?token=${token}`, `/gateway?type=accept-invite&token=${token}`])
    await (await fetch(`${app.url}${path}`)).text()
  await sleep(10)
  assert.equal((await knock(app, 'validate-invite', { token })).body.valid, true)
})

test('no invitation bypasses a second factor', async () => {
  const [home, host] = [await app.given.organization(), await app.given.organization()]
  await givePassword(app, home)
  await app.database.db
    .insertInto('directory.totp')
    .values({ person_id: home.personId, sealed_secret: 'x', confirmed_at: new Date() })
    .execute()
  await invite(host, home.email)
  const accepted = await accept(await tokenFor(host.orgId, home.email))
  assert.deepEqual([accepted.status, accepted.session], [200, undefined])
  assert.equal((await knock(app, 'sign-in', { email: home.email, password })).body.needs, 'code')
})
