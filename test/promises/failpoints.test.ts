import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import type { AnyAction } from '#core/actions/action.ts'
import { connectionOptions } from '#db/connect.ts'
import { catalogue } from '#domains/catalogue.ts'
import { openOutbox } from '#test/mail/outbox.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { makeAuthenticator } from '../support/authenticator.ts'
import { keptOf, openFailpoints, Stop } from '../support/failpoints.ts'
import type { Answer } from '../support/requests.ts'
import { givePassword, password } from '../support/sign-in.ts'

/* A crash between any two steps of an account's or a mail's business: before each statement, before and after each step outside of it. */

const { plugin, point, breakable, crashingAt, crashEverywhere: crashAt } = openFailpoints()
const site = { origin: 'https://foyer.example.test', rpId: 'foyer.example.test' }
let app: TestApp
let owner: pg.Client
let skewMs = 0
before(async () => {
  const actions = (catalogue as readonly AnyAction[]).map((each) => (each.callsProvider ? each : breakable(each)))
  app = await startApp({
    product: { actions, inbound: [], jobs: [] },
    env: { PUBLIC_URL: site.origin },
    now: () => new Date(Date.now() + skewMs),
  })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await app.stop()
})

/** Where accounts and mail are kept. That something was refused is recorded whatever became of it, and what limits count is no business. */
const own = ['members', 'invitations', 'mails', 'events', 'notices', 'audit', 'idempotency', 'orgs', 'search_index'].map(
  (name) => `foyer.${name}`,
)
const look = 'people sessions links invitation_tokens slugs challenges passkeys totp recovery_codes'
  .split(' ')
  .map((name) => `directory.${name}`)
const everything = () => keptOf(owner, [...own, ...look, 'jobs.job_common'], { 'foyer.audit': "outcome = 'done'" })
const crashEverywhere = (call: () => Promise<Answer>, leastPoints: number) => crashAt({ owner, everything }, call, leastPoints)

const mailsTo = async (email: string): Promise<number> =>
  Number((await owner.query('select count(*) from foyer.mails where to_email = $1', [email])).rows[0].count)
const linkTo = async (someone: Someone, email: string): Promise<string> => {
  const outbox = await openOutbox(app)
  try {
    const { rows } = await owner.query<{ id: string }>(
      'select id from foyer.mails where to_email = $1 order by id desc limit 1',
      [email],
    )
    let text = ''
    const mail = { provider: 'sandbox', from: { address: 'foyer@example.com', name: 'Foyer' } } as const
    await outbox.send(
      someone.orgId,
      String(rows[0]?.id),
      {
        ...mail,
        send: async (message: { text: string }) => {
          text = message.text
          return { providerId: null }
        },
      } as never,
      new Date(),
    )
    return String(/token=([\w-]+)/.exec(text)?.[1])
  } finally {
    await outbox.close()
  }
}

test('a crash at any point of an account action leaves nothing behind, and the next call does it all, with one mail', async () => {
  const { owner: boss } = app
  const made = await crashEverywhere(
    () => app.call('create-user', { email: 'made@example.com', name: 'Made', sendWelcome: true }),
    8,
  )
  const userId = (made.body.user as unknown as { id: string }).id
  assert.equal(await mailsTo('made@example.com'), 1)
  await crashEverywhere(() => app.call('send-welcome', { userId }), 5)
  assert.equal(await mailsTo('made@example.com'), 2)
  await crashEverywhere(() => app.call('change-role', { userId, role: 'admin' }), 4)

  const invited = await crashEverywhere(() => app.call('invite-staff', { email: 'guest@example.com' }), 8)
  assert.equal(await mailsTo('guest@example.com'), 1)
  const invitationId = (invited.body.invitation as unknown as { id: string }).id
  await crashEverywhere(() => app.call('resend-invitation', { invitationId }), 5)
  assert.equal(await mailsTo('guest@example.com'), 2)
  const token = await linkTo(boss, 'guest@example.com')
  const accept = { token, name: 'Guest', password: 'four unrelated quiet words' }
  await crashEverywhere(() => app.call('accept-invite', accept, null), 10)
  assert.equal((await app.call('accept-invite', accept, null)).body.code, 'link_invalid')

  const password = await linkTo(boss, 'made@example.com')
  await crashEverywhere(() => app.call('set-password', { token: password, password: 'five other very quiet words' }, null), 6)
  await crashEverywhere(
    () => app.call('sign-in', { email: 'made@example.com', password: 'five other very quiet words' }, null),
    4,
  )
  await crashEverywhere(() => app.call('ask-password-reset', { email: 'made@example.com' }, null), 2)
  await crashEverywhere(() => app.call('remove-member', { userId }), 4)
  const other = await app.call('invite-staff', { email: 'other@example.com' })
  const otherId = (other.body.invitation as unknown as { id: string }).id
  await crashEverywhere(() => app.call('withdraw-invitation', { invitationId: otherId }), 3)
})

test('a crash at any point of a sign-in or of its second factor uses up no code, no challenge and no passkey', async () => {
  const person = await app.given.person(app.owner.orgId, 'member')
  await givePassword(app, person)
  const does = (type: string, body: object, leastPoints: number) =>
    crashEverywhere(() => app.call(type, body, person), leastPoints)
  const knocks = (type: string, body: object, leastPoints: number) =>
    crashEverywhere(() => app.call(type, body, null), leastPoints)
  const signIn = { email: person.email, password }

  const { secret } = (await does('start-totp', { password }, 3)).body as unknown as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const codeNow = (): string => totp.generate({ timestamp: Date.now() + skewMs })
  const first = codeNow()
  await does('confirm-totp', { code: first }, 8)
  const codes = (await does('renew-recovery-codes', { password }, 8)).body.recovery_codes as unknown as string[]

  // A code counts once for each half minute.
  skewMs += 60_000
  for (const code of [codeNow(), codes[0]]) {
    const { challenge } = (await knocks('sign-in', signIn, 4)).body
    await knocks('confirm-sign-in', { challenge, code }, 7)
    const again = (await app.call('sign-in', signIn, null)).body.challenge
    assert.equal((await app.call('confirm-sign-in', { challenge: again, code }, null)).body.code, 'code_wrong')
  }
  await does('remove-totp', { password }, 6)

  interface Asked {
    challenge: string
    options: { challenge: string; user: { id: string } }
  }
  const device = makeAuthenticator()
  const made = (await does('start-passkey', { password }, 4)).body as unknown as Asked
  const response = device.create(made.options, site)
  const added = await does('add-passkey', { challenge: made.challenge, response, name: 'Phone' }, 7)
  const asked = (await knocks('start-passkey-sign-in', {}, 1)).body as unknown as Asked
  await knocks('passkey-sign-in', { challenge: asked.challenge, response: device.get(asked.options, site) }, 6)
  const { id: passkeyId } = added.body.passkey as unknown as { id: string }
  await does('remove-passkey', { passkeyId, password }, 6)

  const sessions = (await app.call('list-sessions', {}, person)).body.sessions as unknown as { id: string; current: boolean }[]
  assert.equal(sessions.length, 4)
  await does('end-session', { sessionId: sessions.find(({ current }) => !current)?.id }, 3)
  await does('end-other-sessions', {}, 3)
  await does('change-password', { current: password, password: 'six more unrelated quiet words' }, 6)
})

test('a crash at any point of sending a mail makes the provider see one key, however often it is asked', async () => {
  const outbox = await openOutbox(app)
  try {
    const mailId = await outbox.queue(app.owner.orgId, 'once@example.com')
    const keys: string[] = []
    const mail = {
      provider: 'sandbox',
      from: { address: 'foyer@example.com', name: 'Foyer' },
      // A crash right behind it is one before the next statement.
      send: async ({ key }: { key: string }) => {
        keys.push(key)
        return { providerId: 'sent' }
      },
    }
    const job = outbox.context(mail as never, new Date())
    const { sendMail } = await import('#domains/platform/mail-out/send-mail.ts')
    let crashes = 0
    for (let at = 1; (await outbox.row(app.owner.orgId, mailId)).state !== 'sent'; at++) {
      assert.ok(at < 50)
      const broken: typeof job = {
        ...job,
        inOrg: (orgId, work) =>
          app.database.inOrg(orgId, async (db) => {
            const done = await work(db.withPlugin(plugin))
            point()
            return done
          }),
      }
      const ended = await crashingAt(at, async () => sendMail.run({ orgId: app.owner.orgId, mailId }, broken)).catch(
        (error: unknown) => error,
      )
      if (ended instanceof Stop) crashes++
      else if (ended) throw ended
      // A while later: what its worker had claimed is taken over.
      await app.database.inOrg(app.owner.orgId, (db) =>
        sql`update mails set claimed_at = claimed_at - interval '1 minute' where id = ${mailId}`.execute(db),
      )
    }
    assert.ok(crashes >= 4, String(crashes))
    assert.ok(keys.length > 1)
    assert.deepEqual([...new Set(keys)], [mailId])
  } finally {
    await outbox.close()
  }
})
