import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import twilio from 'twilio'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { readPhone } from '#shapes/phones.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { credentialsOf } from '#test/support/credentials.ts'
import { until } from '#test/support/until.ts'
import { nameOf } from './names.ts'
import { pollCalls } from './poll-calls.ts'

/** Calls in and out, with the sandbox's telephones and a worker beside the server. */
let app: TestApp
let worker: { stop(): Promise<void> }
let owner: Someone
let line: Line
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
  owner = app.owner
  line = await openLine(owner)
})
after(async () => {
  await worker.stop()
  await app.stop()
})

// ── Telephones ──────────────────────────────────────────────────────────────────────────────────────────────────────

interface Line {
  readonly accountSid: string
  readonly number: string
  readonly webhook: string
  readonly authToken: string
}

/** A workspace's account in the sandbox, once its webhook is registered there. */
const openLine = async (someone: Someone): Promise<Line> => {
  assert.equal((await app.call('connect-sandbox', { provider: 'twilio' }, someone)).status, 200)
  const { body } = await app.call('show-calling', {}, someone)
  const { accountSid = '', authToken = '' } = await credentialsOf(app, someone.orgId, 'twilio')
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  await until('the webhook of the account', async () => {
    const response = await fetch(`${app.url}/sandbox/twilio/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json`, {
      headers: { authorization },
    })
    const { incoming_phone_numbers: numbers } = (await response.json()) as { incoming_phone_numbers: { voice_url: string }[] }
    return numbers[0]?.voice_url ?? undefined
  })
  return {
    accountSid,
    number: String(body.caller_id),
    webhook: String(body.webhook_url),
    authToken,
  }
}

interface RunningSimulator {
  readonly sid: string
  readonly state: string
  readonly twiml: string
  readonly rings: readonly string[]
  readonly said: readonly string[]
}
const phone = async (path: string, body: object): Promise<RunningSimulator> => {
  const response = await fetch(`${app.url}/sandbox/twilio/api/calls${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as RunningSimulator
}
const callIn = (from: string, to: Line = line): Promise<RunningSimulator> =>
  phone('', { account: to.accountSid, from, to: to.number })
const callOut = async (to: string, as: Someone = owner): Promise<RunningSimulator> => {
  const { body } = await app.call('get-voice-token', { identity: as.personId }, as)
  return phone('', { token: body.token, to })
}
const act = (call: RunningSimulator, what: string, who?: string): Promise<RunningSimulator> =>
  phone(`/${call.sid}`, { do: what, who })

interface ListedCall {
  readonly id: string
  readonly direction: string
  readonly state: string
  readonly is_missed: boolean
  readonly contact: { readonly id: string } | null
  readonly deal_id: string | null
  readonly person: { readonly id: string } | null
  readonly answered_at: string | null
  readonly duration_s: number | null
  readonly refused_because: string | null
}
const calls = async (filter: object = {}, as: Someone = owner): Promise<ListedCall[]> => {
  const { status, body } = await app.call('list-calls', filter, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body.calls as unknown as ListedCall[]
}
const rowOf = (call: RunningSimulator, orgId = owner.orgId) =>
  app.database.inOrg(orgId, (db) =>
    db.selectFrom('calls').selectAll().where('org_id', '=', orgId).where('provider_call_id', '=', call.sid).executeTakeFirst(),
  )
/** The call as it is listed, once it is known how it ended. */
const ended = async (call: RunningSimulator): Promise<ListedCall> => {
  const row = await until('the end of the call', async () => {
    const found = await rowOf(call)
    return found && found.state_rank >= 4 ? found : undefined
  })
  const found = (await calls()).find(({ id }) => id === row.id)
  assert.ok(found)
  return found
}
const tasksFor = (contactId: string) =>
  app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('tasks').selectAll().where('org_id', '=', owner.orgId).where('contact_id', '=', contactId).execute(),
  )

let seed = 0
const aNumber = (): string => `+1415555${String(2000 + ++seed)}`

// ── What a voice is let do ──────────────────────────────────────────────────────────────────────────────────────────

test('a token is for its requester alone, lives an hour, and equals that of Twilio’s own library', async () => {
  const { body } = await app.call('get-voice-token', { identity: owner.personId })
  const [header, payload] = String(body.token)
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  const known = await credentialsOf(app, owner.orgId, 'twilio')
  const { accountSid = '', apiKeySid = '', apiKeySecret = '', applicationSid = '' } = known
  const theirs = new twilio.jwt.AccessToken(accountSid, apiKeySid, apiKeySecret, {
    identity: nameOf(owner.personId),
    ttl: 3_600,
  })
  theirs.addGrant(new twilio.jwt.AccessToken.VoiceGrant({ outgoingApplicationSid: applicationSid, incomingAllow: true }))
  const [theirHeader, theirPayload] = theirs
    .toJwt()
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  assert.deepEqual(header, theirHeader)
  assert.deepEqual({ ...payload, jti: 0, iat: 0, exp: 0 }, { ...theirPayload, jti: 0, iat: 0, exp: 0 })
  assert.equal(payload.exp - payload.iat, 3_600)
  assert.equal(payload.jti, `${apiKeySid}-${payload.iat}`)

  const other = await app.given.person(owner.orgId, 'admin')
  for (const identity of [other.personId, nameOf(other.personId), other.email, 'user_42'])
    assert.equal((await app.call('get-voice-token', { identity })).status, 403, identity)
  assert.equal((await app.call('get-voice-token', { identity: owner.personId }, null)).status, 401)
})

test('a call from the app rings the chosen contact; answered, it is on the list with its length, and counts as an answer', async () => {
  const number = aNumber()
  const { contactId } = await app.database.inOrg(owner.orgId, (db) =>
    resolveContact(db, owner.orgId, foyer.within, { phone: readPhone(number, null), name: 'Maya Ortiz' }, 'test'),
  )
  const placed = await callOut(number)
  assert.match(placed.twiml, new RegExp(`<Response><Dial callerId="\\${line.number}"[^>]*>\\${number}</Dial></Response>`))
  await act(placed, 'answer')
  await act(placed, 'hang-up')
  const call = await ended(placed)
  assert.deepEqual(
    [call.direction, call.state, call.is_missed, call.contact?.id, call.person?.id],
    ['out', 'completed', false, contactId, owner.personId],
  )
  assert.notEqual(call.answered_at, null)
  assert.deepEqual(
    (await calls({ contactId })).map(({ id }) => id),
    [call.id],
  )
})

test('a missed call from a new number is a contact with a deal and a task to call back; calling back completes it', async () => {
  const number = aNumber()
  const placed = await callIn(number)
  assert.ok(placed.rings.includes(`client:${nameOf(owner.personId)}`), placed.twiml)
  const over = await act(placed, 'no-answer')
  assert.match(over.said.join(' '), /We will call you back/)
  const missed = await ended(placed)
  assert.deepEqual([missed.direction, missed.state, missed.is_missed], ['in', 'no_answer', true])
  assert.ok(missed.contact && missed.deal_id)
  const [task] = await tasksFor(missed.contact.id)
  assert.deepEqual(
    [task?.kind, task?.deal_id, task?.done_at, task?.title],
    ['call_back', missed.deal_id, null, `Call back ${number}`],
  )
  assert.ok((await calls({ missed: true })).some(({ id }) => id === missed.id))

  const back = await callOut(number)
  await act(back, 'answer')
  await act(back, 'hang-up')
  await ended(back)
  const [done] = await until('the task', async () => {
    const tasks = await tasksFor(missed.contact?.id ?? newId())
    return tasks.every(({ done_at }) => done_at !== null) && tasks
  })
  assert.deepEqual([done?.outcome, done?.done_by], ['called back', owner.personId])
})

test('a missed call from a withheld number is listed, creates no contact, and leaves one task to a member', async () => {
  const before = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('contacts').select('id').execute())
  for (const from of ['+266696687', 'anonymous', 'Restricted', '', '+7378742833', 'sip:anonymous@anonymous.invalid']) {
    const placed = await callIn(from)
    assert.match(placed.twiml, /<Dial/, 'it rings like any other')
    await act(placed, 'no-answer')
    const missed = (await ended(placed)) as ListedCall & { is_withheld: boolean }
    assert.deepEqual([missed.is_missed, missed.is_withheld, missed.contact], [true, true, null], from)
    const tasks = await app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('tasks').selectAll().where('cause_key', '=', `call:${placed.sid}`).execute(),
    )
    assert.deepEqual(
      tasks.map(({ kind, title, done_at }) => [kind, title, done_at]),
      [['call_back', 'Missed call from a withheld number: it cannot be called back', null]],
      from,
    )
    const { body } = await app.call('list-tasks', {})
    assert.ok(
      (body.tasks as unknown as { id: string }[]).some(({ id }) => id === tasks[0]?.id),
      'it is among the tasks',
    )
  }
  const after = await app.database.inOrg(owner.orgId, (db) => db.selectFrom('contacts').select('id').execute())
  assert.equal(after.length, before.length)
})

test('a known caller rings their own colleague alone, unless that one is away; several ring together, and the one who answered is recorded', async () => {
  const colleague = await app.given.person(owner.orgId, 'member')
  const number = aNumber()
  const { contactId } = await app.database.inOrg(owner.orgId, (db) =>
    resolveContact(db, owner.orgId, foyer.within, { phone: readPhone(number, null) }, 'test'),
  )
  await app.database.inOrg(owner.orgId, (db) =>
    db.insertInto('conversations').values({ org_id: owner.orgId, id: contactId, assigned_to: colleague.personId }).execute(),
  )
  const theirs = `client:${nameOf(colleague.personId)}`
  const first = await callIn(number)
  assert.deepEqual(first.rings, [theirs])
  await act(first, 'busy')
  assert.deepEqual([(await ended(first)).state, (await ended(first)).person?.id], ['busy', colleague.personId])

  await app.database.inOrg(owner.orgId, (db) =>
    db
      .insertInto('assignment_turns')
      .values({ org_id: owner.orgId, id: colleague.personId, away_from: new Date(0) })
      .execute(),
  )
  const second = await callIn(number)
  assert.ok(second.rings.length > 0 && !second.rings.includes(theirs), second.twiml)
  const own = `client:${nameOf(owner.personId)}`
  await act(second, 'answer', own)
  await act(second, 'hang-up')
  const answeredBy = await until('who answered', async () => (await rowOf(second))?.person_id ?? undefined)
  assert.equal(answeredBy, owner.personId)
  assert.equal((await ended(second)).state, 'completed')
})

test('a call whose last webhook is lost is fetched from the provider, and a missed caller has to be called back', async () => {
  const turn = (dial: object) =>
    fetch(`${app.url}/sandbox/faults/twilio`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(dial),
    })
  await turn({ webhooks: { drop: 1 } })
  const placed = await callIn(aNumber())
  await act(placed, 'no-answer')
  await turn({})
  const row = await until('the call', () => rowOf(placed))
  assert.equal(row.state, 'ringing')
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('calls')
      .set({ next_look_at: new Date(0) })
      .where('org_id', '=', owner.orgId)
      .where('id', '=', row.id)
      .execute(),
  )
  await app.database.pool.query(`insert into jobs.job (id, name, data, retry_limit) values (gen_random_uuid(), $1, '{}', 0)`, [
    pollCalls.name,
  ])
  const call = await ended(placed)
  assert.deepEqual([call.state, call.is_missed], ['no_answer', true])
  assert.equal((await tasksFor(call.contact?.id ?? newId())).length, 1)
})

// ── What is not dialled ─────────────────────────────────────────────────────────────────────────────────────────────

/** A request as Twilio makes it: signed with the account's token over the address that is configured. */
const send = async (
  params: Readonly<Record<string, string>>,
  { path, token = line.authToken, signature }: { path?: string; token?: string; signature?: string } = {},
): Promise<{ status: number; type: string | null; text: string }> => {
  const url = path === undefined ? line.webhook : app.url + path
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature ?? twilio.getExpectedTwilioSignature(token, url, params),
    },
    body: new URLSearchParams(params),
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const aSid = (): string => `CA${newId().replaceAll('-', '')}`
const own = (): string => `client:${nameOf(owner.personId)}`

test('only numbers in allowed countries and people here are dialled; anything else is refused by a voice, and written down with its reason', async () => {
  const stranger = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'member')
  const refused: [to: string, from: string, because: string][] = [
    ['+4930123456', own(), 'country_not_allowed'],
    ['+18765550123', own(), 'country_not_allowed'], // Jamaica, behind the same +1
    ['+19005550123', own(), 'premium_rate'],
    ['0015558675310', own(), 'not_a_number'],
    ['+15558675310,,123', own(), 'not_a_number'],
    ['+1555</Dial><Dial>+4930123456', own(), 'not_a_number'],
    ['<![CDATA[+4930123456]]>', own(), 'not_a_number'],
    ['+15558675310\n', own(), 'not_a_number'],
    ['sip:evil@example.com', own(), 'not_a_number'],
    ['', own(), 'not_a_number'],
    [`client:${nameOf(stranger.personId)}`, own(), 'not_a_member'],
    ['client:"/><Number>+4930123456</Number>', own(), 'not_a_member'],
    ['+15558675310', `client:${nameOf(stranger.personId)}`, 'not_a_member'],
    ['+15558675310', 'client:user_42', 'not_a_member'],
  ]
  for (const [to, from, because] of refused) {
    const sid = aSid()
    const answer = await send({
      CallSid: sid,
      AccountSid: line.accountSid,
      From: from,
      To: to,
      CallStatus: 'ringing',
      Direction: 'inbound',
    })
    assert.equal(answer.status, 200, to)
    assert.match(answer.text, /^<\?xml version="1.0" encoding="UTF-8"\?><Response><Say>[^<]+<\/Say><Hangup\/><\/Response>$/, to)
    const row = await rowOf({ sid } as RunningSimulator)
    assert.deepEqual([row?.state, row?.refused_because, row?.next_look_at], ['refused', because, null], to)
  }
  const callee = `client:${colleague.personId}`
  const inside = await send({ CallSid: aSid(), AccountSid: line.accountSid, From: own(), To: callee, Direction: 'inbound' })
  assert.match(inside.text, new RegExp(`<Dial [^>]*><Client>${nameOf(colleague.personId)}</Client></Dial>`))
})

test('the allowed countries are those that an admin chose, else the workspace’s own', async () => {
  const abroad = await app.given.organization('Abroad', { defaultCountry: 'DE' })
  const there = await openLine(abroad)
  const dials = async (to: string): Promise<boolean> => {
    const params = { CallSid: aSid(), AccountSid: there.accountSid, From: `client:${nameOf(abroad.personId)}`, To: to }
    const signature = twilio.getExpectedTwilioSignature(there.authToken, `${app.url}/gateway`, params)
    return (await send(params, { path: '/gateway', signature })).text.includes('<Dial')
  }
  assert.deepEqual([await dials('+4930123456'), await dials('+15558675310')], [true, false])
  assert.equal((await app.call('update-workspace', { callCountries: ['fr', 'US', 'FR'] }, abroad)).status, 200)
  assert.deepEqual([await dials('+4930123456'), await dials('+15558675310'), await dials('+33142345678')], [false, true, true])
  assert.equal((await app.call('update-workspace', { callCountries: ['XX'] }, abroad)).body.code, 'country_unknown')
  const { body } = await app.call('show-calling', {}, abroad)
  assert.deepEqual(body.call_countries, ['FR', 'US'])
})

// ── Who may tell ────────────────────────────────────────────────────────────────────────────────────────────────────

test('P40: a voice webhook without the account’s signature over the public address is refused, and leaves nothing', async () => {
  const params = { CallSid: aSid(), AccountSid: line.accountSid, From: own(), To: '+15558675310' }
  const elsewhere = twilio.getExpectedTwilioSignature(line.authToken, 'https://evil.example.com/gateway', params)
  const forOther = twilio.getExpectedTwilioSignature(line.authToken, line.webhook, { ...params, To: '+15558675311' })
  for (const signature of ['', 'x', elsewhere, forOther])
    assert.equal((await send(params, { signature })).status, 403, signature)
  assert.equal((await send(params, { token: 'another' })).status, 403)
  assert.equal((await send({ ...params, AccountSid: `AC${'0'.repeat(32)}` }, { path: '/gateway' })).status, 403)
  const withHost = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-host': 'evil.example.com',
      'x-forwarded-proto': 'https',
      'x-twilio-signature': elsewhere,
    },
    body: new URLSearchParams(params),
  })
  assert.equal(withHost.status, 403)
  assert.equal(await rowOf({ sid: params.CallSid } as RunningSimulator), undefined)
  assert.equal((await fetch(line.webhook)).ok, false)
})

test('the shared address takes it by its form, with the number dialled and nothing else in the answer; a repeat is the same call', async () => {
  const params = { CallSid: aSid(), AccountSid: line.accountSid, From: own(), To: '+15558675310' }
  for (let times = 0; times < 3; times++) {
    const answer = await send(params, { path: '/gateway' })
    assert.deepEqual([answer.status, answer.type], [200, 'text/xml; charset=utf-8'])
    assert.match(
      answer.text,
      /^<\?xml version="1.0" encoding="UTF-8"\?><Response><Dial [^<>]*>\+15558675310<\/Dial><\/Response>$/,
    )
  }
  const stored = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('inbox').select('body').where('org_id', '=', owner.orgId).where('hook', '=', 'voice-webhook').execute(),
  )
  assert.equal(stored.filter(({ body }) => body.toString().includes(params.CallSid)).length, 1)
})

test('an unreadable request is answered, and stored for review', async () => {
  const answer = await send({ CallSid: 'nonsense', AccountSid: line.accountSid })
  assert.equal(answer.status, 200)
  await until('the request, marked', () =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .selectFrom('inbox')
        .select('id')
        .where('org_id', '=', owner.orgId)
        .where('state', '=', 'unreadable')
        .executeTakeFirst(),
    ),
  )
})

test('the ends of a call, in any order and number, end the same way, with one call to make', async () => {
  const update = {
    leg: { CallStatus: 'completed', CallDuration: '25', CallbackSource: 'call-progress-events' },
    dial: { CallStatus: 'in-progress', DialCallStatus: 'no-answer' },
    rings: { CallStatus: 'ringing', CallbackSource: 'call-progress-events' },
    talks: { CallStatus: 'in-progress', CallbackSource: 'call-progress-events' },
  }
  const orders = permutations(['begin', ...Object.keys(update)])
  const some = orders.filter((_, at) => at % 11 === 0)
  const sids = await Promise.all(
    some.map(async (order) => {
      const params = { CallSid: aSid(), AccountSid: line.accountSid, From: aNumber(), To: line.number, Direction: 'inbound' }
      for (const step of [...order, ...order.slice(1, 3)]) {
        const more = step === 'begin' ? { CallStatus: 'ringing' } : update[step as keyof typeof update]
        assert.equal((await send({ ...params, ...more })).status, 200)
      }
      return params.CallSid
    }),
  )
  for (const sid of sids) {
    const row = await until('all of it, read', async () => {
      const found = await rowOf({ sid } as RunningSimulator)
      return found?.state_rank === 5 && found.contact_id !== null && found
    })
    assert.deepEqual([row.state, row.is_missed, row.answered_at, row.duration_s], ['no_answer', true, null, null])
    assert.equal((await tasksFor(row.contact_id ?? newId())).filter(({ kind }) => kind === 'call_back').length, 1)
  }
})

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]))

test('no number, name or token of a call is in the log', () => {
  const logged = app.logged()
  assert.ok(logged.includes('voice-webhook') || logged.length > 0)
  assert.doesNotMatch(logged, /\+1\d{10}|sandbox[0-9a-f]{32}|client:/)
})
