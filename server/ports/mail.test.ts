import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { ProviderError } from '#ports/provider-error.ts'
import { startMailServer } from '#test/mail/mail-server.ts'
import { startResend } from '#test/mail/resend-server.ts'
import { startSilentServer } from '#test/mail/silent-server.ts'
import { anyCharacter } from '#test/support/any-character.ts'
import { resendMail } from '../providers/resend/mail.ts'
import { smtpMail } from '../providers/smtp/mail.ts'
import { type Mail, type MailMessage, oneLine } from './mail.ts'

const from = { address: 'foyer@example.com', name: 'Foyer, the "front" room' }
let counter = 0
const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  key: `key-${++counter}-${process.pid}`,
  from,
  to: { address: 'maya@example.com', name: 'Maya Okafor' },
  subject: 'Grüße an alle',
  html: '<p>Hällo</p>',
  text: 'Hällo',
  attachments: [],
  ...changes,
})

/** What any provider's world has to show: what arrived, and how it can misbehave. */
interface SimulatorContext {
  readonly mail: Mail
  arrived(): { to: readonly string[]; subject: string; html: string; text: string; from: string }[]
  /** The files that came with the last mail. */
  files(): Promise<{ name: string; type: string; content: Buffer }[]>
  /** The next mails get this answer. */
  misbehave(how: 'refuse' | 'busy' | 'none'): void
  stop(): Promise<void>
}

const smtpContext = async (): Promise<SimulatorContext> => {
  let how: Parameters<SimulatorContext['misbehave']>[0] = 'none'
  const server = await startMailServer({
    refuse: (to) =>
      ({
        refuse: { status: 550, words: `5.1.1 <${to}> is nobody here, see https://example.com/help` },
        busy: { status: 451, words: '4.3.0 later' },
        none: undefined,
      })[how],
  })
  return {
    mail: smtpMail({ url: server.url, from }),
    arrived: () =>
      server.arrived.map(({ to, email }) => ({
        to,
        subject: email.subject ?? '',
        html: email.html ?? '',
        text: email.text ?? '',
        from: email.from && 'address' in email.from ? (email.from.address ?? '') : '',
      })),
    files: async () =>
      (server.arrived.at(-1)?.email.attachments ?? []).map(({ filename, mimeType, content }) => ({
        name: filename ?? '',
        type: mimeType,
        content: Buffer.from(content as ArrayBuffer),
      })),
    misbehave: (next) => {
      how = next
    },
    stop: server.stop,
  }
}

const resendContext = async (): Promise<SimulatorContext> => {
  const server = await startResend()
  return {
    mail: resendMail({ base: () => server.url, key: 're_test', from, http: fetch, now: () => new Date() }),
    arrived: () =>
      server.arrived().map(({ to, subject, html, text, from: sender }) => ({
        to: [to],
        subject,
        html,
        text,
        from: /<(.*)>/.exec(sender)?.[1] ?? sender,
      })),
    files: async () => {
      const [mail] = server.arrived()
      const house = server.url.replace('/resend', '')
      return Promise.all(
        (mail?.attachments ?? []).map(async ({ name, type }, index) => ({
          name,
          type,
          content: Buffer.from(await (await fetch(`${house}/mail/${mail?.id}/attachments/${index}`)).arrayBuffer()),
        })),
      )
    },
    misbehave: (how) =>
      server.answer(
        {
          refuse: { status: 422, body: { statusCode: 422, name: 'validation_error', message: 'No: maya@example.com' } },
          busy: { status: 429, body: { statusCode: 429, name: 'rate_limit_exceeded', message: 'Too many requests' } },
          none: undefined,
        }[how],
      ),
    stop: server.stop,
  }
}

for (const [name, open] of Object.entries({ smtp: smtpContext, resend: resendContext }))
  describe(`mail by ${name}`, () => {
    let world: SimulatorContext
    before(async () => {
      world = await open()
    })
    after(() => world.stop())

    test('a mail arrives as it was written, HTML and text, at its one recipient', async () => {
      const { providerId } = await world.mail.send(message())
      assert.ok(providerId)
      const mail = world.arrived().at(-1)
      assert.deepEqual([mail?.to, mail?.subject, mail?.from], [['maya@example.com'], 'Grüße an alle', 'foyer@example.com'])
      assert.deepEqual([mail?.html.trim(), mail?.text.trim()], ['<p>Hällo</p>', 'Hällo'])
    })

    test('files that go with a mail arrive byte by byte, with their names', async () => {
      const files = [
        {
          name: 'INV-0007.pdf',
          type: 'application/pdf',
          bytes: Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 31) % 256)),
        },
        { name: 'Grüße "an" alle.txt', type: 'text/plain', bytes: Buffer.from('x') },
      ]
      await world.mail.send(message({ attachments: files }))
      const arrived = await world.files()
      assert.deepEqual(
        arrived.map(({ name, type }) => [name, type]),
        files.map(({ name, type }) => [name, type]),
      )
      for (const [index, { bytes }] of files.entries()) assert.ok(arrived[index]?.content.equals(bytes), String(index))
    })

    test('a file with a name of two lines, of a strange kind, or larger than a mail server takes never leaves', async () => {
      const file = { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('x') }
      for (const changes of [
        { name: 'a\r\nBcc: spy@example.com' },
        { type: 'application/pdf; name="x"' },
        { bytes: Buffer.alloc(10 * 1024 * 1024 + 1) },
      ]) {
        const trouble = await world.mail
          .send(message({ attachments: [{ ...file, ...changes }] }))
          .catch((error: unknown) => error)
        assert.ok(trouble instanceof ProviderError && trouble.isPermanent, Object.keys(changes).join())
      }
    })

    test('a refusal is permanent, a busy provider is not, and neither reason names an address or a link', async () => {
      for (const [how, isPermanent] of [
        ['refuse', true],
        ['busy', false],
      ] as const) {
        world.misbehave(how)
        const trouble = await world.mail.send(message()).catch((error: unknown) => error)
        world.misbehave('none')
        assert.ok(trouble instanceof ProviderError, String(trouble))
        assert.equal(trouble.isPermanent, isPermanent, trouble.reason)
        assert.ok(trouble.reason.length > 10 && !/maya|https?:/.test(trouble.reason), trouble.reason)
      }
    })

    test('a value that could add a header or a recipient is never sent', async () => {
      const before = world.arrived().length
      const evil = [
        'x\r\nBcc: spy@example.com',
        'x\nBcc: spy@example.com',
        'x\rBcc: spy@example.com',
        'x\0y',
        '=?utf-8?Q?x=0D=0ABcc:_spy@example.com?=',
      ]
      const addresses = [
        ...evil,
        'a@example.com, spy@example.com',
        'a@example.com;spy@example.com',
        'A <a@example.com>',
        '<a@example.com>',
        'a@example.com\u2028',
        '"a b"@example.com',
        'a@b@example.com',
        '',
        'nobody',
      ]
      const hostile = [
        ...evil.map((subject) => message({ subject })),
        ...evil.map((name) => message({ to: { address: 'maya@example.com', name } })),
        ...evil.map((name) => message({ from: { address: 'foyer@example.com', name } })),
        ...evil.map((key) => message({ key })),
        ...addresses.map((address) => message({ to: { address, name: null } })),
        ...addresses.map((address) => message({ from: { address, name: null } })),
      ]
      for (const each of hostile)
        await assert.rejects(world.mail.send(each), (error) => error instanceof ProviderError && error.isPermanent)
      assert.equal(world.arrived().length, before)
    })

    test('a provider that is not there is no refusal', async () => {
      const gone = await open()
      await gone.stop()
      await assert.rejects(
        gone.mail.send(message()),
        (error) => error instanceof ProviderError && error.kind === 'unreachable' && !/127\.0\.0\.1/.test(error.reason),
      )
    })
  })

test('any text becomes one line that no reader decodes into two', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const line = oneLine(text)
      assert.ok(!/[\p{Cc}\p{Zl}\p{Zp}]|=\?/u.test(line))
      assert.ok(line.isWellFormed())
      assert.equal(oneLine(line), line)
    }),
  )
  assert.equal(oneLine(' Maya\t\u202eOkafor\r\n\r\nx '), 'Maya Okafor x')
})

test('the name of the sender and of the recipient cannot become another address', async () => {
  const server = await startMailServer()
  try {
    const mail = smtpMail({ url: server.url, from })
    for (const name of ['Eve <eve@example.com>', 'a, b', '"; spy@example.com', 'Ünï (c)', "O'Brien", '=', ', <x@y.z>,', '\\"'])
      await mail.send(message({ to: { address: 'maya@example.com', name } }))
    for (const { to, email, raw } of server.arrived) {
      assert.deepEqual(to, ['maya@example.com'])
      assert.deepEqual(
        email.to?.map((each) => ('address' in each ? each.address : 'group')),
        ['maya@example.com'],
        raw,
      )
      assert.ok(!email.bcc && !email.cc)
    }
    assert.equal(server.arrived.length, 8)
  } finally {
    await server.stop()
  }
})

test('by SMTP the key is the Message-ID, the same at each repeat, and no machine answers', async () => {
  const server = await startMailServer()
  try {
    const mail = smtpMail({ url: server.url, from })
    const twice = message({ key: '0190f000-0000-7000-8000-000000000001' })
    await mail.send(twice)
    await mail.send(twice)
    assert.deepEqual(
      server.arrived.map(({ email }) => email.messageId),
      Array(2).fill('<0190f000-0000-7000-8000-000000000001@example.com>'),
    )
    assert.match(server.arrived[0]?.raw ?? '', /^Auto-Submitted: auto-generated\r$/m)
  } finally {
    await server.stop()
  }
})

test('by SMTP a mail may have left once the server has asked for its text and says nothing more, or 421; before that it has not', async () => {
  const kindAt = async (url: string): Promise<string> => {
    const error = await smtpMail({ url, from })
      .send(message())
      .catch((caught: unknown) => caught)
    assert.ok(error instanceof ProviderError && !error.isPermanent, String(error))
    return error.kind
  }
  const [after, before] = await Promise.all([startSilentServer('afterText'), startSilentServer('beforeText')])
  const leaving = await startMailServer({
    onData(stream, _session, callback) {
      stream.resume().on('end', () => callback(Object.assign(new Error('Service not available'), { responseCode: 421 })))
    },
  })
  const full = await startMailServer({
    onData(stream, _session, callback) {
      stream.resume().on('end', () => callback(Object.assign(new Error('Mailbox full'), { responseCode: 452 })))
    },
  })
  try {
    assert.deepEqual(await Promise.all([after.url, before.url, leaving.url, full.url].map(kindAt)), [
      'uncertain',
      'unreachable',
      'uncertain',
      'busy',
    ])
    assert.deepEqual([after.taken(), before.taken()], [1, 0])
  } finally {
    await Promise.all([after, before, leaving, full].map((server) => server.stop()))
  }
})

test('a wrong password, a server without a certificate and a silent server are temporary errors, each with its own words', async () => {
  const guarded = await startMailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) =>
      auth.username === 'foyer' && auth.password === 'p@ss word'
        ? callback(null, { user: 'foyer' })
        : callback(new Error('no')),
  })
  const selfSigned = await startMailServer({ secure: true })
  const offering = await startMailServer({ disabledCommands: [] })
  try {
    const reason = async (url: string): Promise<string> => {
      const error = await smtpMail({ url, from })
        .send(message())
        .catch((caught: unknown) => caught)
      assert.ok(error instanceof ProviderError && !error.isPermanent, String(error))
      return error.reason
    }
    assert.match(await reason(`smtp://foyer:wrong@127.0.0.1:${guarded.port}`), /user or the password/)
    assert.match(await reason(`smtps://127.0.0.1:${selfSigned.port}`), /TLS|connection/)
    // Where STARTTLS is offered it is used, and an untrusted certificate does not lead to plain text.
    assert.match(await reason(`smtp://127.0.0.1:${offering.port}`), /TLS|connection/)
    assert.equal(offering.arrived.length, 0)
    await smtpMail({ url: `smtp://foyer:p%40ss%20word@127.0.0.1:${guarded.port}`, from }).send(message())
    assert.equal(guarded.arrived.length, 1)
    assert.equal(selfSigned.arrived.length, 0)
  } finally {
    await guarded.stop()
    await selfSigned.stop()
    await offering.stop()
  }
})

test('a password leaves this machine by TLS only', async () => {
  const offered: string[] = []
  let connections = 0
  // Another address of this machine, as far as the provider can tell another machine.
  const server = await startMailServer({
    host: '0.0.0.0',
    allowInsecureAuth: true,
    onConnect: (_session, callback) => {
      connections++
      callback()
    },
    onAuth: (auth, _session, callback) => {
      offered.push(auth.username ?? '')
      callback(null, { user: 'x' })
    },
  })
  try {
    await assert.rejects(
      smtpMail({ url: `smtp://foyer:secret@127.0.0.2:${server.port}`, from }).send(message()),
      (error) => error instanceof ProviderError && !error.isPermanent,
    )
    await sleep(20)
    assert.deepEqual([connections, offered], [1, []])
  } finally {
    await server.stop()
  }
})

test('Resend is asked as its reference says, once a key, and its Retry-After is heard in seconds and as a date', async () => {
  const server = await startResend()
  const now = new Date('2026-01-01T00:00:00Z')
  const mail = resendMail({ base: () => `${server.url}/`, key: 're_test', from, http: fetch, now: () => now })
  const waits = async (header: string): Promise<number | null> => {
    server.answer({ status: 429, body: {}, headers: { 'retry-after': header } })
    const error = await mail.send(message()).catch((caught: unknown) => caught)
    assert.ok(error instanceof ProviderError)
    return error.retryAfterMs
  }
  try {
    const twice = message()
    const [first, second] = [await mail.send(twice), await mail.send(twice)]
    assert.deepEqual(first, second)
    assert.equal(server.arrived().length, 1)
    const [asked] = server.asked
    assert.deepEqual(
      [asked?.method, asked?.path, asked?.headers.authorization, asked?.headers['idempotency-key']],
      ['POST', '/emails', 'Bearer re_test', twice.key],
    )
    assert.deepEqual(Object.keys(asked?.body ?? {}).sort(), ['from', 'html', 'subject', 'text', 'to'])
    assert.equal(asked?.body.from, '"Foyer, the front room" <foyer@example.com>')

    assert.equal(await waits('2'), 2_000)
    assert.equal(await waits('Thu, 01 Jan 2026 00:01:00 GMT'), 60_000)
    assert.equal(await waits('soon'), null)

    // Whatever stands between: a page instead of JSON, a redirect with our key, an answer without an id.
    server.answer({ status: 502, body: '<html>Bad gateway</html>' })
    await assert.rejects(mail.send(message()), (error) => error instanceof ProviderError && error.kind === 'uncertain')
    server.answer({ status: 307, body: '', headers: { location: `${server.url}/elsewhere` } })
    await assert.rejects(mail.send(message()), (error) => error instanceof ProviderError && error.kind === 'unreachable')
    assert.ok(server.asked.every(({ path }) => path === '/emails'))
    for (const body of [
      '<html>Please sign in</html>',
      'ok',
      '{"id": "half',
      '[]',
      { id: '' },
      { data: { id: 'x' } },
      { error: 'x' },
    ]) {
      server.answer({ status: 200, body })
      await assert.rejects(
        mail.send(message()),
        (error) => error instanceof ProviderError && error.kind === 'uncertain' && !error.isPermanent,
        JSON.stringify(body),
      )
    }
    for (const [status, name, isPermanent] of [
      [401, 'missing_api_key', false],
      [403, 'invalid_api_key', false],
      [403, 'validation_error', true],
      [409, 'concurrent_idempotent_requests', false],
      [409, 'invalid_idempotent_request', true],
      [500, 'application_error', false],
    ] as const) {
      server.answer({ status, body: { statusCode: status, name, message: 'x' } })
      await assert.rejects(
        mail.send(message()),
        (error) => error instanceof ProviderError && error.isPermanent === isPermanent,
        `${status} ${name}`,
      )
    }
  } finally {
    await server.stop()
  }
})
