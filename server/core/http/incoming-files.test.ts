import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeContent } from './incoming-files.ts'

test('a sender who disconnects before the file is read ends nothing but the transfer, and its reader gets the error', async () => {
  const outcome = Promise.withResolvers<unknown>()
  const server = createServer((incoming) => {
    const reading = takeContent(incoming, async (content) => {
      // As long as the database takes to say whether it may be read.
      await sleep(200)
      for await (const _ of content);
    })
    reading.then(() => outcome.resolve('read'), outcome.resolve)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sending = request({ port, host: '127.0.0.1', method: 'PUT', headers: { 'content-length': '1000' } })
  sending.on('error', () => {})
  sending.write('the beginning')
  await once(server, 'request')
  sending.destroy()
  assert.ok((await outcome.promise) instanceof Error)
  server.close()
})
