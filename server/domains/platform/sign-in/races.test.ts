import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '#test/promises/tenant-rows.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { behindProxy, givePassword, knock, password } from '#test/support/sign-in.ts'
import { makeLink, type Purpose } from '../users/links.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: behindProxy })
})
after(() => app.stop())

const someone = async (): Promise<Someone> => {
  const made = await app.given.organization()
  await givePassword(app, made)
  return made
}
const linkOf = (personId: string, purpose: Purpose): Promise<string> =>
  makeLink(app.database.db, { purpose, personId, hours: 1, now: new Date() })

test('of many password links used at once one counts, the others are used up, and none ends in an error', async () => {
  for (let round = 0; round < 6; round++) {
    const person = await someone()
    const tokens = []
    for (let n = 0; n < 6; n++) tokens.push(await linkOf(person.personId, n % 2 ? 'reset-password' : 'set-password'))
    const answers = await Promise.all(
      tokens.map((token, n) => knock(app, 'set-password', { token, password: `a new password ${n}` })),
    )
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    assert.equal(won.length, 1, JSON.stringify(answers.map(({ status, body }) => [status, body.code])))
    for (const [n, { body }] of answers.entries()) if (n !== won[0]) assert.equal(body.code, 'link_invalid')
    const signedIn = await knock(app, 'sign-in', { email: person.email, password: `a new password ${won[0]}` })
    assert.equal(signedIn.status, 200)
  }
})

test('concurrent changes of what guards one account: no caller gets a server error', async () => {
  for (let round = 0; round < 6; round++) {
    const owner = await someone()
    const person = await app.given.person(owner.orgId, 'member')
    await givePassword(app, person)
    const tokens = await Promise.all([1, 2, 3].map(() => linkOf(person.personId, 'reset-password')))
    const answers = await Promise.all([
      ...tokens.map((token, n) => knock(app, 'set-password', { token, password: `a new password ${n}` })),
      app.call('change-password', { current: password, password: 'changed by its person' }, person),
      app.call('send-welcome', { userId: person.personId }, owner),
      app.call('send-welcome', { userId: person.personId }, owner),
      app.call('end-other-sessions', {}, person),
      app.call('start-totp', { password }, person),
      app.call('remove-member', { userId: person.personId }, owner),
      knock(app, 'sign-in', { email: person.email, password }),
      knock(app, 'ask-password-reset', { email: person.email }),
      knock(app, 'ask-password-reset', { email: person.email }),
      knock(app, 'sign-out', {}, { session: person.session }),
    ])
    const said = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`)
    assert.ok(
      answers.every(({ status }) => status < 500),
      said.join(', '),
    )
  }
})

test('links that are asked for at the same moment all come, and each works until one was used', async () => {
  const worker = await app.startWorker()
  try {
    const person = await someone()
    const answers = await Promise.all([1, 2, 3].map(() => knock(app, 'ask-password-reset', { email: person.email })))
    for (const { status } of answers) assert.equal(status, 200)
    await eventually(
      () =>
        app.database.db
          .selectFrom('directory.links')
          .select('purpose')
          .where('person_id', '=', person.personId)
          .where('purpose', '=', 'reset-password')
          .execute(),
      (links) => links.length === 3,
    )
  } finally {
    await worker.stop()
  }
})

test('of many requests that set up the same workspace by one link at once one does, and none ends in an error', async () => {
  const token = await makeLink(app.database.db, { purpose: 'set-up', personId: null, hours: 1, now: new Date() })
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      knock(app, 'set-up-workspace', { token, workspace: 'Raced', name: 'Ida', email: `raced${n}@example.com`, password }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400])
})

test('an invitation and a password link of one address used at once, with members created at the same time, end without an error', async () => {
  for (let round = 0; round < 4; round++) {
    const [one, other] = [await someone(), await someone()]
    const email = `twice${round}@example.com`
    const answers = await Promise.all([
      app.call('create-user', { email, name: 'Ida', sendWelcome: true }, one),
      app.call('create-user', { email, name: 'Ida', sendWelcome: true }, other),
      app.call('invite-staff', { email }, one),
      app.call('invite-staff', { email }, other),
      app.call('create-user', { email, name: 'Ida', sendWelcome: true }, one),
    ])
    assert.ok(
      answers.every(({ status }) => status < 500),
      answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).join(', '),
    )
  }
})
