import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { Streamed } from '#core/actions/action.ts'
import { makeLog } from '#core/log.ts'
import { Answer } from '../server/http-adapter.ts'
import { sendEvents } from './event-streams.ts'

test('a caller that reads nothing of a stream is cut off after a while, what makes it is ended, and nothing is logged as an error', async () => {
  const lines: string[] = []
  const log = makeLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } })
  let made = 0
  let isOver = false
  async function* pieces() {
    try {
      for (; made < 100_000; made++) yield JSON.stringify({ text: 'x'.repeat(10_000) })
    } finally {
      isOver = true
    }
  }
  const sent = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const answer = new Answer(request, response, 'r', () => false)
    sendEvents(answer, new Streamed(pieces()), { requestId: 'r', log, unreadMs: 200 }).then(sent.resolve, sent.reject)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  try {
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    const begun = performance.now()
    await sent.promise
    assert.ok(performance.now() - begun >= 200)
    assert.ok(made < 100_000 && isOver, `${made} pieces`)
    assert.deepEqual(lines, [])
    const ended = once(socket, 'close')
    socket.on('error', () => {}).resume()
    await ended
  } finally {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  }
})
