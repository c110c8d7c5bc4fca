import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import twilioSdk from 'twilio'
import { type Answer, makeHttp, NoAnswer, type Sending } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readForm } from '#sandbox/form.ts'
import { readTwiml } from '#sandbox/twilio/twiml.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { anyCharacter } from '#test/support/any-character.ts'
import { contractFile, openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import { isSignedByTwilio } from './signatures.ts'
import { twimlOf } from './twiml.ts'
import { twilioVoice } from './voice.ts'

const now = new Date('2026-05-04T10:00:00Z')
const accountSid = `AC${'0'.repeat(30)}2a`
const credentials = {
  accountSid,
  authToken: 'a-token-of-the-account',
  apiKeySid: `SK${'0'.repeat(31)}1`,
  apiKeySecret: 'a-secret-of-the-key',
  applicationSid: `AP${'0'.repeat(31)}1`,
  callerId: '+14155550142',
}
const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
let sandbox: TestSandbox
before(async () => {
  sandbox = await startSandbox()
})
after(async () => {
  await sandbox.stop()
  await way.destroy()
})

/** The real way out, to the sandbox; what was sent and answered is written down. */
const played = (base = sandbox.address, given: Partial<typeof credentials> = {}) => {
  const sent: { request: Sending; answer: Answer }[] = []
  const outbound: ProviderHttp = {
    async send(request) {
      const answer = await way.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 })
      sent.push({ request, answer })
      return answer
    },
  }
  return {
    sent,
    voice: twilioVoice({ base, credentials: { ...credentials, ...given }, mode: 'sandbox', http: outbound, now: () => now }),
  }
}
/** Twilio as this test says it. */
const answering = (answer: { status: number; body: unknown; headers?: Record<string, string> } | Error) =>
  twilioVoice({
    ...{ base: 'https://api.twilio.com', credentials, mode: 'live', now: () => now },
    http: {
      async send(request) {
        if (answer instanceof Error) throw answer
        const { status, headers = {}, body } = answer
        return { status, headers, body: Buffer.from(JSON.stringify(body)), isCut: false, url: request.url }
      },
    },
  })
const errorOf = async (asked: Promise<unknown>): Promise<ProviderError> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return error
}

test('the account, its number and a call are found; wrong tokens, foreign numbers and unknown calls have different errors', async () => {
  const { voice } = played()
  assert.deepEqual(await voice.test(), { account: `Sandbox (${accountSid})`, accountId: accountSid, isLive: false })
  assert.equal((await errorOf(played(sandbox.address, { callerId: '+14155550199' }).voice.test())).kind, 'refused')
  assert.equal((await errorOf(played(sandbox.address, { authToken: 'another-token' }).voice.test())).kind, 'credentials')
  assert.equal(await voice.findCall(`CA${'0'.repeat(32)}`), null)
})

test('errors of Twilio are worded without a number or a secret, and say whether they are temporary', async () => {
  const refused = { code: 21_211, message: "The 'To' number +15558675310 is not a valid phone number.", status: 400 }
  const kinds: [Parameters<typeof answering>[0], ProviderError['kind']][] = [
    [{ status: 400, body: refused }, 'refused'],
    [{ status: 401, body: { code: 20_003, message: 'Authenticate', status: 401 } }, 'credentials'],
    [
      { status: 429, body: { code: 20_429, message: 'Too Many Requests', status: 429 }, headers: { 'retry-after': '7' } },
      'busy',
    ],
    [{ status: 503, body: 'away' }, 'broken'],
    [{ status: 200, body: { sid: 7 } }, 'broken'],
    [new NoAnswer('timed_out', 'late'), 'unreachable'],
  ]
  for (const [answer, kind] of kinds) {
    const refusal = await errorOf(answering(answer).findCall(`CA${'0'.repeat(32)}`))
    assert.equal(refusal.kind, kind)
    assert.doesNotMatch(refusal.reason, /\d{6,}|token/)
    if (kind === 'busy') assert.equal(refusal.retryAfterMs, 7_000)
  }
})

test('requests and the sandbox’s answers match the published contract', { skip: withoutContracts }, async () => {
  const contract = openContract('twilio/openapi.json')
  const { voice, sent } = played()
  await voice.registerWebhook('http://127.0.0.1:9/functions/v1/voice-webhook')
  await voice.test()
  const authorization = `Basic ${Buffer.from(`${accountSid}:${credentials.authToken}`).toString('base64')}`
  const path = `/2010-04-01/Accounts/${accountSid}`
  const form = new URLSearchParams({ To: '+15558675310', From: credentials.callerId, Url: 'https://example.com/voice' })
  const create = (body: URLSearchParams) =>
    fetch(`${sandbox.address}${path}/Calls.json`, { method: 'POST', headers: { authorization }, body })
  assert.deepEqual(
    contract.request(
      ['/2010-04-01/Accounts/{AccountSid}/Calls.json', 'post'],
      'application/x-www-form-urlencoded',
      readForm(form.toString()),
    ),
    [],
  )
  const created = await create(form)
  const call = (await created.json()) as { sid: string }
  assert.deepEqual(contract.answer(['/2010-04-01/Accounts/{AccountSid}/Calls.json', 'post'], created.status, call), [])
  const refused = await create(new URLSearchParams({ ...Object.fromEntries(form), To: '12' }))
  assert.deepEqual(
    contract.answer(['/2010-04-01/Accounts/{AccountSid}/Calls.json', 'post'], refused.status, await refused.json()),
    [],
  )
  assert.equal((await voice.findCall(call.sid))?.state, 'queued')

  const operations: Readonly<Record<string, string>> = {
    'accounts.fetch': '/2010-04-01/Accounts/{Sid}.json',
    'incomingPhoneNumbers.list': '/2010-04-01/Accounts/{AccountSid}/IncomingPhoneNumbers.json',
    'calls.fetch': '/2010-04-01/Accounts/{AccountSid}/Calls/{Sid}.json',
    'calls.list': '/2010-04-01/Accounts/{AccountSid}/Calls.json',
  }
  const seen = new Set<string>()
  for (const { request, answer } of sent) {
    const operation = (request as Sending & { operation: string }).operation
    const at = operations[operation]
    if (at === undefined) continue
    seen.add(operation)
    const query = Object.fromEntries(new URL(request.url).searchParams)
    assert.deepEqual(contract.query([at, 'get'], query), [], operation)
    assert.deepEqual(contract.answer([at, 'get'], answer.status, JSON.parse(answer.body.toString())), [], operation)
  }
  assert.deepEqual([...seen].sort(), Object.keys(operations).sort())
})

test('the sandbox sends what Twilio sends, signed so that Twilio’s own library accepts it; and that library can call it', async () => {
  const told: { form: Record<string, string>; isValid: boolean }[] = []
  const answers = ['<Response><Dial action="/after">+15558675310</Dial></Response>', '<Response><Hangup/></Response>', '']
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const form = Object.fromEntries(new URLSearchParams(body))
    const signature = String(request.headers['x-twilio-signature'])
    told.push({ form, isValid: twilioSdk.validateRequest(credentials.authToken, signature, address + request.url, form) })
    response.setHeader('content-type', 'text/xml')
    response.end((answers[told.length - 1] ?? '').replace('/after', `${address}/after`))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const { voice } = played()
    await voice.registerWebhook(`${address}/voice`)
    const token = await voice.token({ identity: 'somebody', lifeSeconds: 3_600 * 24 * 365 })
    const play = async (path: string, body: object): Promise<{ sid: string; state: string }> => {
      const response = await fetch(`${sandbox.address}/sandbox/twilio/api/calls${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      assert.equal(response.status, 200, await response.clone().text())
      return (await response.json()) as { sid: string; state: string }
    }
    const { sid } = await play('', { token, to: '+15558675310' })
    await play(`/${sid}`, { do: 'answer' })
    assert.equal((await play(`/${sid}`, { do: 'hang-up' })).state, 'completed')
    await until('the end, told', async () => told.length === 3)
    assert.deepEqual(
      told.map(({ form, isValid }) => [form.From, form.CallStatus, form.DialCallStatus, isValid]),
      [
        ['client:somebody', 'ringing', undefined, true],
        ['client:somebody', 'in-progress', 'completed', true],
        ['client:somebody', 'completed', undefined, true],
      ],
    )
    if (!withoutContracts) {
      const { Ajv2020 } = await import('ajv/dist/2020.js')
      const validate = new Ajv2020({ strict: false }).compile(contractFile<object>('twilio/voice-webhook.schema.json'))
      for (const { form } of told) assert.ok(validate(form), JSON.stringify(validate.errors))
    }

    const client = new twilioSdk.Twilio(accountSid, credentials.authToken, { httpClient: toSandbox() })
    const created = await client.calls.create({ to: '+15558675310', from: credentials.callerId, url: `${address}/voice` })
    assert.equal((await client.calls(created.sid).fetch()).status, 'queued')
    assert.equal((await client.calls(created.sid).update({ status: 'canceled' })).status, 'canceled')
    assert.equal((await client.calls.list({ parentCallSid: sid })).length, 1)
  } finally {
    server.close()
  }
})

/** Twilio's own client, with the sandbox in the place of its hosts. */
const toSandbox = () =>
  Object.assign(new twilioSdk.RequestClient(), {
    async request(options: {
      method: string
      uri: string
      username: string
      password: string
      data?: object
      params?: object
    }) {
      const url = new URL(options.uri.replace('https://api.twilio.com', sandbox.address))
      for (const [name, value] of Object.entries(options.params ?? {})) url.searchParams.set(name, String(value))
      const response = await fetch(url, {
        method: options.method.toUpperCase(),
        headers: { authorization: `Basic ${Buffer.from(`${options.username}:${options.password}`).toString('base64')}` },
        ...(options.data && { body: new URLSearchParams(options.data as Record<string, string>) }),
      })
      return { statusCode: response.status, body: await response.json(), headers: {} }
    },
  })

// ── Signatures ──────────────────────────────────────────────────────────────────────────────────────────────────────

interface Vectors {
  readonly twilio: {
    readonly secret: string
    readonly form: Signed
    readonly repeatedParameter: Signed
    readonly json: { readonly url: string; readonly body: string; readonly signature: string }
    readonly rejects: readonly (Signed & { readonly why: string })[]
    readonly twiml: { readonly withoutCallerId: string; readonly withCallerId: string }
  }
}
interface Signed {
  readonly url: string
  readonly params: Readonly<Record<string, string | readonly string[]>>
  readonly signature: string
}

const bodyOf = (params: Signed['params']): Buffer =>
  Buffer.from(
    new URLSearchParams(
      Object.entries(params).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    ).toString(),
  )
const isSigned = (
  url: string,
  body: Buffer,
  signature: string,
  { token, publicUrl, type = 'application/x-www-form-urlencoded' }: { token: string; publicUrl?: string; type?: string },
): boolean => {
  const { origin } = new URL(url)
  const headers = { 'content-type': type, 'x-twilio-signature': signature }
  return isSignedByTwilio({ url: url.slice(origin.length), headers, body }, token, publicUrl ?? origin)
}

test('P40: the published signatures are accepted, and each of the published forgeries is rejected', {
  skip: withoutContracts,
}, () => {
  const { twilio } = contractFile<Vectors>('signature-vectors.json')
  const token = twilio.secret
  for (const { url, params, signature } of [twilio.form, twilio.repeatedParameter])
    assert.ok(isSigned(url, bodyOf(params), signature, { token }))
  const { url, body, signature } = twilio.json
  assert.ok(isSigned(url, Buffer.from(body), signature, { token, type: 'application/json' }))
  assert.ok(!isSigned(url, Buffer.from('{"a":2}'), signature, { token, type: 'application/json' }))
  for (const { why, ...forged } of twilio.rejects)
    assert.ok(!isSigned(forged.url, bodyOf(forged.params), forged.signature, { token }), why)
})

test('P40: a signature counts for the address that is configured, with its usual port or without, and for no other', () => {
  const token = '12345'
  const params = { CallSid: 'CA1', To: '+15558675310' }
  const sign = (url: string): string => twilioSdk.getExpectedTwilioSignature(token, url, params)
  const path = '/functions/v1/voice-webhook?connection=1'
  const asked = (publicUrl: string, signedFor: string): boolean =>
    isSigned(`https://x.example${path}`, bodyOf(params), sign(signedFor + path), { token, publicUrl })
  assert.ok(asked('https://calls.example.com', 'https://calls.example.com'))
  assert.ok(asked('https://calls.example.com', 'https://calls.example.com:443'))
  assert.ok(asked('https://calls.example.com:443', 'https://calls.example.com'))
  assert.ok(asked('http://calls.example.com', 'http://calls.example.com:80'))
  assert.ok(asked('https://calls.example.com/foyer', 'https://calls.example.com/foyer'))
  assert.ok(!asked('https://calls.example.com', 'http://calls.example.com'))
  assert.ok(!asked('https://calls.example.com', 'https://calls.example.com:8443'))
  assert.ok(!asked('https://calls.example.com', 'https://evil.example.com'))
})

test('signatures of Twilio’s own library are accepted, whatever the parameters are; a changed one is not', () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,12}$/)
  const url = 'https://calls.example.com/gateway'
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 1, maxLength: 3 }))),
      fc.string(),
      (params, token) => {
        fc.pre(
          token !== '' &&
            token.isWellFormed() &&
            Object.values(params)
              .flat()
              .every((value) => value.isWellFormed()),
        )
        const signature = twilioSdk.getExpectedTwilioSignature(token, url, params)
        assert.ok(isSigned(url, bodyOf(params), signature, { token }))
        assert.ok(!isSigned(url, bodyOf({ ...params, Added: '1' }), signature, { token }))
      },
    ),
    { numRuns: 200 },
  )
})

// ── What is answered ────────────────────────────────────────────────────────────────────────────────────────────────

test('P41: whatever is put into an answer comes out of it as text, and never as markup', () => {
  const dial = { kind: 'dial', ringSeconds: 25, afterwards: 'https://example.com/?a=1&b=2' } as const
  const nasty = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      '<Dial>+1</Dial>',
      ']]><![CDATA[',
      '&lt;',
      '"/><Number>',
      "' a='",
      '\n\r\t',
      '<!--',
      '\u0000\ufffe',
      '&#60;',
    ),
  )
  // XML has no place for these, and reads a bare carriage return as another line break.
  const readable = (text: string): string =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML has no place for
    text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  fc.assert(
    fc.property(nasty, nasty, (number, callerId) => {
      const [verb, ...more] = readTwiml(twimlOf({ ...dial, who: { number }, callerId }))
      assert.deepEqual(more, [])
      assert.ok(verb?.verb === 'Dial')
      assert.deepEqual([verb.who, verb.callerId, verb.action], [[readable(number).trim()], readable(callerId), dial.afterwards])
      const [said] = readTwiml(twimlOf({ kind: 'say', words: number }))
      assert.deepEqual(said, { verb: 'Say', words: readable(number) })
    }),
    { numRuns: 300 },
  )
})

test('a dialling is what the contract shows, to the letter', { skip: withoutContracts }, () => {
  const { twiml } = contractFile<Vectors>('signature-vectors.json').twilio
  const dial = { kind: 'dial', who: { number: '+15558675310' }, ringSeconds: null, afterwards: null } as const
  assert.equal(twimlOf({ ...dial, callerId: null }), twiml.withoutCallerId)
  assert.equal(twimlOf({ ...dial, callerId: '+15017122661' }), twiml.withCallerId)
})

test('a token keeps to the published shape', { skip: withoutContracts }, async () => {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const validate = new Ajv2020({ strict: false }).compile(contractFile<object>('twilio/access-token.schema.json'))
  const token = await played().voice.token({ identity: '0198_a', lifeSeconds: 3_600 })
  const [header, payload] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  assert.ok(validate({ header, payload }), JSON.stringify(validate.errors))
})
