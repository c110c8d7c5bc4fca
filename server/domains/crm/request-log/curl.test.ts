import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { curlLine } from './curl.ts'

const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const bodies: Record<string, Buffer> = {
  'quotes and dollars': Buffer.from(`{"name":"O'Brien $HOME \`id\` \\"x\\" !"}`),
  'new lines': Buffer.from('{\n\t"name": "Maya"\r\n}\n'),
  'a leading @': Buffer.from('@/etc/passwd'),
  NUL: Buffer.from('{"a":"\0"}'),
  'bytes that are no UTF-8': Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  '64 KB of quotes': Buffer.from("'".repeat(65_536)),
  'a byte order mark': Buffer.from('\ufeff{}'),
}

test('the line sends the same bytes from a shell, with the key from $FOYER_KEY', {
  skip: !hasCurl && 'no curl here',
}, async (t) => {
  const received: { body: Buffer; authorization: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    received.push({ body: await buffer(request), authorization: request.headers.authorization })
    response.end('{}')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  for (const [what, body] of Object.entries(bodies)) {
    await promisify(execFile)('sh', ['-c', curlLine(address, body)], { env: { ...process.env, FOYER_KEY: 'fo_live_test' } })
    const last = received.at(-1)
    assert.ok(last?.body.equals(body), what)
    assert.equal(last?.authorization, 'Bearer fo_live_test')
  }
})

test('the line never holds a key', () => {
  assert.match(curlLine('http://127.0.0.1:3000', Buffer.from('{}')), /Bearer \$FOYER_KEY/)
})
