import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { ProviderError } from '#ports/provider-error.ts'
import { imapMailboxes } from './mailboxes.ts'

const password = 'wholly-secret-7'

/** A server that speaks without TLS and offers none; what its client says is kept. */
const startPlain = async (protocol: 'imap' | 'smtp') => {
  let said = ''
  const sockets = new Set<Socket>()
  const answer = (line: string): string => {
    const [tag = '', verb = ''] = line.split(' ')
    if (protocol === 'smtp' && /^STARTTLS/i.test(line)) return '502 no\r\n'
    if (protocol === 'smtp') return /^EHLO/i.test(line) ? '250-plain.example\r\n250 AUTH PLAIN LOGIN\r\n' : '250 ok\r\n'
    if (/^CAPABILITY$/i.test(verb)) return `* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n${tag} OK done\r\n`
    return /^STARTTLS$/i.test(verb) ? `${tag} BAD what\r\n` : `${tag} OK done\r\n`
  }
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(
      protocol === 'smtp' ? '220 plain.example ESMTP\r\n' : '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hello\r\n',
    )
    socket.on('data', (chunk) => {
      said += chunk
      for (const line of String(chunk).split('\r\n').slice(0, -1)) socket.write(answer(line))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    said: () => said,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

let servers: { readonly imap: Awaited<ReturnType<typeof startPlain>>; readonly smtp: Awaited<ReturnType<typeof startPlain>> }
before(async () => {
  servers = { imap: await startPlain('imap'), smtp: await startPlain('smtp') }
})
after(async () => {
  await servers?.imap.stop()
  await servers?.smtp.stop()
})

/** `isListed`: the operator lists the server as one of their own network. */
const mailboxOf = (isListed: boolean) => {
  const at = (port: number) => ({ host: 'mail.example.com', port, user: 'jo', password })
  return imapMailboxes({
    login: { email: 'jo@example.com', imap: at(servers.imap.port), smtp: at(servers.smtp.port) },
    findMailServer: async () => ({ addresses: ['127.0.0.1'], isListed }),
  })
}
const secrets = [password, Buffer.from(password).toString('base64'), Buffer.from(`\0jo\0${password}`).toString('base64')]
const kept = (): boolean => secrets.every((secret) => !`${servers.imap.said()}${servers.smtp.said()}`.includes(secret))

test('a member’s mail server without TLS gets no password: reading and sending end before they sign in', async () => {
  const box = mailboxOf(false)
  for (const asked of [box.checkReading(), box.checkSending()]) {
    const error = await asked.then(
      () => assert.fail('it signed in'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof ProviderError, String(error))
    assert.match(error.reason, /mail server \((IMAP|SMTP)\)/)
  }
  await box.close()
  assert.match(servers.smtp.said(), /EHLO/)
  assert.ok(kept(), 'a password left')
})

test('one that the operator lists as of their own network may do without', async () => {
  const box = mailboxOf(true)
  await box.checkReading().catch(() => {})
  await box.checkSending().catch(() => {})
  await box.close()
  assert.ok(!kept(), 'the test sees passwords')
})
