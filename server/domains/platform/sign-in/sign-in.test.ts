import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { eventually } from '#test/promises/tenant-rows.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { behindProxy, givePassword, knock, password, postOf, vault, whoIs } from '#test/support/sign-in.ts'
import { sealOfReset } from '../users/password-resets.ts'

let app: TestApp
/** The clock of the server, in hand: codes go by it. */
let skewMs = 0
before(async () => {
  app = await startApp({ env: behindProxy, now: () => new Date(Date.now() + skewMs) })
})
after(() => app.stop())

const nextStep = (): void => {
  skewMs += 30_000
}
const someone = async (): Promise<Someone> => {
  const made = await app.given.organization()
  await givePassword(app, made)
  return made
}
const signIn = (email: string, text = password) => knock(app, 'sign-in', { email, password: text })
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + skewMs + steps * 30_000 })

/** Switches codes on; answers the secret and the recovery codes. */
const withTotp = async (person: Someone) => {
  const started = await app.call('start-totp', { password }, person)
  assert.equal(started.status, 200, JSON.stringify(started.body))
  const secret = String(started.body.secret)
  const confirmed = await app.call('confirm-totp', { code: codeOf(secret) }, person)
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  nextStep()
  return { secret, started: started.body, codes: confirmed.body.recovery_codes as unknown as string[] }
}
const challengeOf = async (person: Someone): Promise<string> => {
  const half = await signIn(person.email)
  assert.deepEqual([half.status, half.body.needs, half.session], [200, 'code', undefined], JSON.stringify(half.body))
  return String(half.body.challenge)
}
const subjects = async (person: Someone) =>
  (await postOf(app, person.orgId, person.email))
    .filter(({ template }) => template === 'security-notice')
    .map(({ subject }) => subject)

// ── Address and password ────────────────────────────────────────────────────────────────────────────────────────────

test('an address that has no account is refused with the same answer as a wrong password, after the same time', async () => {
  const person = await someone()
  const times = { known: [] as number[], unknown: [] as number[] }
  const bodies = new Set<string>()
  for (let n = 0; n < 9; n++)
    for (const [kind, email] of [
      ['known', person.email],
      ['unknown', `nobody${n}@example.com`],
    ] as const) {
      const begun = performance.now()
      const { status, body, headers } = await signIn(email, 'not the password')
      times[kind].push(performance.now() - begun)
      bodies.add(JSON.stringify([status, { ...body, request_id: '' }, headers.get('set-cookie')]))
    }
  assert.equal(bodies.size, 1)
  // The quickest of each, for what a busy machine adds is not ours. Without the work of a hash it is a tenth.
  const ratio = Math.min(...times.known) / Math.min(...times.unknown)
  assert.ok(ratio > 0.2 && ratio < 5, `${ratio}`)
})

test('a refused sign-in is in the Activity of the workspace it would have led to, written behind the answer; one for an unknown account is nowhere', async () => {
  const person = await someone()
  const refused = async (): Promise<unknown[]> => {
    const { body } = await app.call('list-audit', { outcome: 'refused' }, person)
    const entries = body.entries as unknown as {
      person: { id: string } | null
      action: string
      outcome: string
      address: string
    }[]
    return entries.map((entry) => [entry.person?.id, entry.action, entry.outcome, entry.address])
  }
  const from = '203.0.113.7'
  await asOwner(app.target, async (owner) => {
    // The entry cannot be written, and yet the response is sent: it does not wait for one.
    await owner.query('begin; lock table foyer.audit in exclusive mode')
    const answer = await knock(app, 'sign-in', { email: person.email, password: 'not the password' }, { from })
    assert.deepEqual([answer.status, answer.body.code], [401, 'sign_in_failed'])
    await owner.query('rollback')
  })
  await signIn('nobody.at.all@example.com', 'not the password')

  await withTotp(person)
  await knock(app, 'confirm-sign-in', { challenge: await challengeOf(person), code: '000000' }, { from })
  const found = await eventually(refused, (entries) => entries.length > 1)
  assert.deepEqual(found, [
    [person.personId, 'confirm-sign-in', 'code_wrong', from],
    [person.personId, 'sign-in', 'sign_in_failed', from],
  ])
})

test('ten tries a quarter of an hour are made on one address, wherever they come from, and then not even the right password counts', async () => {
  const person = await someone()
  for (let n = 0; n < 10; n++) assert.equal((await signIn(person.email, 'guess number one')).status, 401)
  const { status, body, headers } = await signIn(person.email)
  // One comes back every 90 seconds; what has passed since the first try counts.
  const seconds = Number(headers.get('retry-after'))
  assert.ok(seconds > 30 && seconds <= 90, String(seconds))
  assert.deepEqual([status, body.error], [429, `Rate limited. Try again in ${seconds} seconds`])
})

test('strangers who use up the attempts of an address do not lock its owner out of a device they have signed in from', async () => {
  const person = await someone()
  const first = await knock(app, 'sign-in', { email: person.email, password })
  assert.ok(first.device)
  assert.match(
    first.headers.getSetCookie().join('\n'),
    /foyer_device=[^;]+; Path=\/gateway; HttpOnly; SameSite=Strict; Max-Age=34560000/,
  )
  const { device } = first
  for (let n = 0; n < 12; n++) await signIn(person.email, `wrong ${n}`)
  assert.equal((await signIn(person.email)).status, 429)

  const known = await knock(app, 'sign-in', { email: person.email, password }, { device })
  assert.equal(known.status, 200, JSON.stringify(known.body))
  // The device has its own ten, and no more; a changed or foreign one has none.
  for (let n = 0; n < 10; n++) await knock(app, 'sign-in', { email: person.email, password: 'wrong' }, { device })
  assert.equal((await knock(app, 'sign-in', { email: person.email, password }, { device })).status, 429)
  const other = await someone()
  const theirs = (await signIn(other.email)).device
  for (const not of [theirs, `${device.slice(0, -4)}AAAA`, 'v1.x.y', '', 'x'])
    assert.equal((await knock(app, 'sign-in', { email: person.email, password }, { device: not })).status, 429, not)
})

test('a device is known for each account that signed in from it, until that account signs out everywhere or changes its password', async () => {
  const [one, other] = [await someone(), await someone()]
  const { device } = await signIn(one.email)
  const shared = (await knock(app, 'sign-in', { email: other.email, password }, { device })).device
  const burn = async (email: string) => {
    for (let n = 0; n < 11; n++) await signIn(email, 'wrong')
  }
  const enters = async (email: string, text = password) =>
    (await knock(app, 'sign-in', { email, password: text }, { device: shared })).status
  await burn(one.email)
  await burn(other.email)
  assert.deepEqual([await enters(one.email), await enters(other.email)], [200, 200])
  skewMs += 2_000
  const me = await whoIs(app, (await knock(app, 'sign-in', { email: one.email, password }, { device: shared })).session)
  skewMs += 2_000
  assert.equal((await app.call('end-other-sessions', {}, me)).status, 200)
  assert.deepEqual([await enters(one.email), await enters(other.email)], [429, 200])
})

test('the codes and the links of a person are not used up by strangers either', async () => {
  const person = await someone()
  const { device } = await signIn(person.email)
  const { secret } = await withTotp(person)
  const challenge = await challengeOf(person)
  for (let n = 0; n < 12; n++) await knock(app, 'confirm-sign-in', { challenge, code: '000000' })
  assert.equal((await knock(app, 'confirm-sign-in', { challenge, code: codeOf(secret) })).status, 429)
  assert.equal((await knock(app, 'confirm-sign-in', { challenge, code: codeOf(secret) }, { device })).status, 200)

  const count = async () =>
    (await app.database.pool.query(`select 1 from jobs.job where name = 'send-reset-link'`)).rowCount ?? 0
  for (let n = 0; n < 5; n++) await knock(app, 'ask-password-reset', { email: person.email })
  const before = await count()
  await knock(app, 'ask-password-reset', { email: person.email })
  assert.equal(await count(), before)
  await knock(app, 'ask-password-reset', { email: person.email }, { device })
  assert.equal(await count(), before + 1)
})

test('a user without a workspace is refused like a stranger', async () => {
  const person = await someone()
  const other = await app.given.person(person.orgId, 'owner')
  await app.call('remove-member', { userId: person.personId }, other)
  assert.equal((await signIn(person.email)).body.code, 'sign_in_failed')
})

// ── A forgotten password ────────────────────────────────────────────────────────────────────────────────────────────

test('a password link goes to the owner of the account, works once, and ends every session and every other link', async () => {
  const person = await someone()
  const before = await whoIs(app, (await signIn(person.email)).session)
  const stranger = 'stranger@example.com'
  const answers = [
    await knock(app, 'ask-password-reset', { email: person.email.toUpperCase() }),
    await knock(app, 'ask-password-reset', { email: person.email }),
    await knock(app, 'ask-password-reset', { email: stranger }),
  ]
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, { success: true }])

  const worker = await app.startWorker()
  try {
    const mails = await eventually(
      () => postOf(app, person.orgId, person.email),
      (found) => found.length === 2,
    )
    await eventually(
      async () =>
        (await app.database.pool.query(`select 1 from jobs.job where name = 'send-reset-link' and state <> 'completed'`))
          .rowCount,
      (open) => open === 0,
    )
    const all = await app.database.inOrg(person.orgId, (db) => db.selectFrom('mails').select('to_email').execute())
    assert.ok(!all.some(({ to_email }) => to_email === stranger))
    const [first, second] = mails
    assert.deepEqual([first?.template, second?.template], ['reset-password', 'reset-password'])
    assert.deepEqual((await knock(app, 'check-link', { token: second?.token })).body.purpose, 'reset-password')

    const set = await knock(app, 'set-password', { token: second?.token, password: 'another four words' })
    assert.deepEqual([set.status, set.body], [200, { success: true, needs: null }])
    assert.equal((await whoIs(app, set.session)).personId, person.personId)
    for (const token of [first?.token, second?.token])
      assert.equal((await knock(app, 'set-password', { token, password: 'third four words' })).body.code, 'link_invalid')
    for (const ended of [before, person]) assert.equal((await app.call('update-profile', { name: 'X' }, ended)).status, 401)
    assert.equal((await signIn(person.email)).status, 401)
    assert.equal((await signIn(person.email, 'another four words')).status, 200)
    assert.deepEqual(await subjects(person), ['Your account: Your password was changed'])
  } finally {
    await worker.stop()
  }
})

test('the link for a new password ends after an hour', async () => {
  const person = await someone()
  const worker = await app.startWorker()
  try {
    await knock(app, 'ask-password-reset', { email: person.email })
    const [mail] = await eventually(
      () => postOf(app, person.orgId, person.email),
      (found) => found.length === 1,
    )
    assert.equal((await knock(app, 'check-link', { token: mail?.token })).body.valid, true)
    skewMs += 3_601_000
    assert.equal((await knock(app, 'check-link', { token: mail?.token })).body.valid, false)
    assert.equal(
      (await knock(app, 'set-password', { token: mail?.token, password: 'a late password' })).body.code,
      'link_invalid',
    )
  } finally {
    await worker.stop()
  }
})

test('asking takes as long for an address with an account as for one without, and no address stands in the queue in the clear', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, someone))
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const [n, { email }] of people.entries())
    for (const [kind, to] of [
      ['known', email],
      ['unknown', `unknown${n}@example.com`],
    ] as const) {
      const begun = performance.now()
      await knock(app, 'ask-password-reset', { email: to })
      times[kind].push(performance.now() - begun)
    }
  // The quickest of each: what a busy machine adds is not ours.
  const ratio = Math.min(...times.known) / Math.min(...times.unknown)
  assert.ok(ratio > 0.2 && ratio < 5, `${ratio}`)
  const { rows } = await app.database.pool.query<{ data: { sealedEmail: string } }>(
    `select data from jobs.job where name = 'send-reset-link' and state = 'created'`,
  )
  assert.equal(rows.length, 24)
  assert.ok(!JSON.stringify(rows).includes('example.com'))
  assert.match(vault.open(rows[0]?.data.sealedEmail ?? '', sealOfReset), /@example\.com$/)
})

test('one address gets three links an hour; further ones are answered the same and not sent', async () => {
  const { email } = await someone()
  const count = async () =>
    (await app.database.pool.query(`select 1 from jobs.job where name = 'send-reset-link'`)).rowCount ?? 0
  const before = await count()
  for (let n = 0; n < 6; n++) assert.deepEqual((await knock(app, 'ask-password-reset', { email })).body, { success: true })
  assert.equal((await count()) - before, 3)
})

// ── A second factor ─────────────────────────────────────────────────────────────────────────────────────────────────

test('once codes are on, the password alone opens nothing: the code comes second', async () => {
  const person = await someone()
  const { secret, started, codes } = await withTotp(person)
  const uri = new URL(String(started.uri))
  assert.deepEqual([uri.protocol, uri.host, uri.searchParams.get('secret')], ['otpauth:', 'totp', secret])
  assert.match(String(started.qr), /^<svg[^>]+viewBox/)
  assert.equal(Secret.fromBase32(secret).bytes.length, 20)
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
  const kept = await app.database.db
    .selectFrom('directory.totp')
    .select('sealed_secret')
    .where('person_id', '=', person.personId)
    .executeTakeFirstOrThrow()
  assert.ok(!kept.sealed_secret.includes(secret))

  const challenge = await challengeOf(person)
  const wrong = await knock(app, 'confirm-sign-in', { challenge, code: '000000' })
  assert.deepEqual([wrong.status, wrong.body.code, wrong.session], [401, 'code_wrong', undefined])
  const code = codeOf(secret)
  const right = await knock(app, 'confirm-sign-in', { challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  assert.deepEqual([right.status, right.body], [200, { success: true }])
  assert.equal((await whoIs(app, right.session)).personId, person.personId)
  const again = await knock(app, 'confirm-sign-in', { challenge, code: codeOf(secret, 1) })
  assert.deepEqual([again.status, again.body.code], [401, 'challenge_invalid'])
  assert.deepEqual(await subjects(person), ['Your account: Two-factor codes were turned on'])
})

test('a code of the step before and after counts, one further off does not, and none counts twice', async () => {
  const person = await someone()
  const { secret } = await withTotp(person)
  const confirm = async (code: string) => {
    const answer = await knock(app, 'confirm-sign-in', { challenge: await challengeOf(person), code })
    return answer.status === 200
  }
  nextStep()
  assert.equal(await confirm(codeOf(secret, 2)), false)
  assert.equal(await confirm(codeOf(secret, -2)), false)
  assert.equal(await confirm(codeOf(secret, -1)), true)
  assert.equal(await confirm(codeOf(secret, -1)), false, 'again')
  assert.equal(await confirm(codeOf(secret, 1)), true)
  assert.equal(await confirm(codeOf(secret, 0)), false, 'one before the last that was taken')
})

test('of ten requests with one code at once, one is accepted; so it is with a recovery code', async () => {
  const person = await someone()
  const { secret, codes } = await withTotp(person)
  for (const code of [codeOf(secret), String(codes[3])]) {
    await app.database.db.deleteFrom('directory.buckets').execute()
    const challenges = await Promise.all(Array.from({ length: 5 }, () => challengeOf(person)))
    const answers = await Promise.all(challenges.map((challenge) => knock(app, 'confirm-sign-in', { challenge, code })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401])
  }
  const challenge = await challengeOf(await fresh(person))
  const ways = await Promise.all(codes.slice(5).map((code) => knock(app, 'confirm-sign-in', { challenge, code })))
  assert.equal(ways.filter(({ status }) => status === 200).length, 1, 'one challenge opens one session')
})

/** The same person, of whom no try is counted. */
const fresh = async (person: Someone): Promise<Someone> => {
  await app.database.db
    .updateTable('directory.people')
    .set({ email: `fresh.${person.email}`, email_key: `fresh.${person.email}` })
    .where('id', '=', person.personId)
    .execute()
  return { ...person, email: `fresh.${person.email}` }
}

test('a recovery code works once, however it was typed, and its owner is notified', async () => {
  const person = await someone()
  const { codes } = await withTotp(person)
  const [first = '', second = ''] = codes
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `
  const used = await knock(app, 'confirm-sign-in', { challenge: await challengeOf(person), code: typed })
  assert.equal(used.status, 200, JSON.stringify(used.body))
  const again = await knock(app, 'confirm-sign-in', { challenge: await challengeOf(person), code: first })
  assert.deepEqual([again.status, again.body.code], [401, 'code_wrong'])
  const left = async () =>
    ((await app.call('show-profile', {}, person)).body.person as unknown as { recovery_codes_left: number }).recovery_codes_left
  assert.equal(await left(), 9)
  assert.ok((await subjects(person)).includes('Your account: A recovery code was used to sign in'))

  const renewed = await app.call('renew-recovery-codes', { password }, person)
  assert.equal((renewed.body.recovery_codes as unknown as string[]).length, 10)
  assert.equal(await left(), 10)
  const old = await knock(app, 'confirm-sign-in', { challenge: await challengeOf(person), code: second })
  assert.equal(old.body.code, 'code_wrong')
})

test('ten codes a quarter of an hour are tried for one person, whatever the challenge', async () => {
  const person = await someone()
  const { secret } = await withTotp(person)
  const challenge = await challengeOf(person)
  for (let n = 0; n < 10; n++)
    assert.equal((await knock(app, 'confirm-sign-in', { challenge, code: String(100_000 + n) })).status, 401)
  const other = await challengeOf(person)
  assert.equal((await knock(app, 'confirm-sign-in', { challenge: other, code: codeOf(secret) })).status, 429)
})

test('half a sign-in ends after ten minutes, and with the password that began it', async () => {
  const person = await someone()
  const { secret } = await withTotp(person)
  const late = await challengeOf(person)
  skewMs += 601_000
  assert.equal((await knock(app, 'confirm-sign-in', { challenge: late, code: codeOf(secret) })).body.code, 'challenge_invalid')
  const old = await challengeOf(person)
  const changed = await app.call('change-password', { current: password, password: 'a whole new password' }, person)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.equal((await knock(app, 'confirm-sign-in', { challenge: old, code: codeOf(secret) })).body.code, 'challenge_invalid')
})

test('a secret counts from its first code on; one that counts is not replaced, and is disabled by the password only', async () => {
  const person = await someone()
  await app.call('start-totp', { password }, person)
  assert.equal((await signIn(person.email)).body.needs, null)
  const wrong = await app.call('confirm-totp', { code: '000000' }, person)
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'totp_code_wrong'])
  assert.equal((await app.call('renew-recovery-codes', { password }, person)).body.code, 'totp_is_off')
  await withTotp(person)
  assert.equal((await app.call('start-totp', { password }, person)).body.code, 'totp_is_on')
  const refused = await app.call('remove-totp', { password: 'not this one' }, person)
  assert.deepEqual([refused.status, refused.body.code], [403, 'password_wrong'])
  const { members } = (await app.call('list-members', {}, person)).body as unknown as { members: { two_factor: boolean }[] }
  assert.deepEqual(
    members.map(({ two_factor }) => two_factor),
    [true],
  )
  assert.equal((await app.call('remove-totp', { password }, person)).status, 200)
  assert.equal((await signIn(person.email)).body.needs, null)
})

test('a new password by mail does not pass a second factor by', async () => {
  const person = await someone()
  const { secret } = await withTotp(person)
  const owner = await app.given.person(person.orgId, 'owner')
  await app.call('send-welcome', { userId: person.personId }, owner)
  const token = (await postOf(app, person.orgId, person.email)).findLast((mail) => mail.template === 'set-password')?.token
  const set = await knock(app, 'set-password', { token, password: 'set by a link' })
  assert.deepEqual([set.status, set.body.needs, set.session], [200, 'code', undefined])
  const inside = await knock(app, 'confirm-sign-in', { challenge: set.body.challenge, code: codeOf(secret) })
  assert.equal(inside.status, 200)
})

// ── The account ─────────────────────────────────────────────────────────────────────────────────────────────────────

test('a password is changed with the current one; other sessions end, this one stays', async () => {
  const person = await someone()
  const other = await whoIs(app, (await signIn(person.email)).session)
  const wrong = await app.call('change-password', { current: 'not this one', password: 'a whole new password' }, person)
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'password_wrong'])
  const right = await app.call('change-password', { current: password, password: 'a whole new password' }, person)
  assert.equal(right.status, 200)
  assert.equal((await app.call('update-profile', { name: 'X' }, other)).status, 401)
  assert.equal((await app.call('update-profile', { name: 'Me' }, person)).status, 200)
  assert.equal((await signIn(person.email)).status, 401)
  assert.equal((await signIn(person.email, 'a whole new password')).status, 200)
})

test('a name is changed everywhere', async () => {
  const person = await someone()
  const { body } = await app.call('update-profile', { name: '  Ada King ' }, person)
  assert.deepEqual(body.person, { id: person.personId, name: 'Ada King', email: person.email })
  const { members } = (await app.call('list-members', {}, person)).body as unknown as { members: { name: string }[] }
  assert.equal(members[0]?.name, 'Ada King')
})

test('a session was last seen when it last asked for a token', async () => {
  const person = await someone()
  const seen = async () =>
    ((await app.call('list-sessions', {}, person)).body.sessions as unknown as { last_seen_at: string }[])[0]?.last_seen_at ??
    ''
  const before = Date.parse(await seen())
  skewMs += 120_000
  const again = await whoIs(app, person.session)
  const { sessions } = (await app.call('list-sessions', {}, again)).body as unknown as { sessions: { last_seen_at: string }[] }
  assert.ok(Date.parse(sessions[0]?.last_seen_at ?? '') - before >= 110_000)
})

test('no password, code, link or secret stands in the log', () => {
  const text = app.logged()
  for (const secret of [password, 'another four words', 'otpauth', '@example.com']) assert.ok(!text.includes(secret), secret)
})
