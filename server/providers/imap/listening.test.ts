import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'
import { test } from 'node:test'
import { rawMail } from '#test/support/imap-promises.ts'
import { openMailProgram, startSmallImapServer } from '#test/support/imap-server.ts'
import { until } from '#test/support/until.ts'
import { listenInInbox } from './listening.ts'

/** Passes everything on, and keeps what the client says. */
const startRelay = async (port: number) => {
  let said = ''
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    const there = dial(port, '127.0.0.1')
    for (const socket of [client, there]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('data', (chunk) => {
      said += chunk
      there.write(chunk)
    })
    there.pipe(client)
    client.on('close', () => there.destroy())
  })
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
  return {
    port: (relay.address() as AddressInfo).port,
    said: () => said,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => relay.close(done))
    },
  }
}

test('IDLE is ended and begun anew before its longest time is over, on the same connection, and mail is heard of before and after', async () => {
  const server = await startSmallImapServer()
  const relay = await startRelay(server.port)
  const ended = new AbortController()
  let heard = 0
  const listening = listenInInbox(
    {
      server: { host: '127.0.0.1', port: relay.port, user: server.user, password: server.password },
      findMailServer: async () => ({ addresses: ['127.0.0.1'], isListed: true }),
    },
    () => void heard++,
    ended.signal,
    { silenceMs: 60_000, longestIdleMs: 1_500 },
  )
  const times = (word: string): number => relay.said().match(new RegExp(`(?:^|\\s)${word}\\r\\n`, 'g'))?.length ?? 0
  const deliver = async (subject: string): Promise<void> => {
    const before = heard
    const program = await openMailProgram(server)
    await program.append('INBOX', rawMail(subject), [])
    program.close()
    await until(subject, async () => heard > before)
  }
  try {
    await until('the first IDLE', async () => times('IDLE') === 1)
    await deliver('before')
    await until('two more', async () => times('IDLE') >= 3)
    assert.ok(times('DONE') >= 2, 'each is ended before the next')
    await deliver('after')
    assert.equal(relay.said().match(/ (?:LOGIN|AUTHENTICATE) /g)?.length, 1, 'one connection')
  } finally {
    ended.abort()
    await listening
    await relay.stop()
    await server.stop()
  }
})
