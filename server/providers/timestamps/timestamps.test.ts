import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { hasTool } from '#test/support/papers.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { openTimestamps } from './timestamps.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'foyer-timestamps-'))
const allowed = [readAllowedTarget('127.0.0.1') ?? assert.fail()]
const operators = makeHttp({ allowed })
const chosen = makeHttp({ allowed: [] })
let sandbox: TestSandbox
let address: string
before(async () => {
  sandbox = await startSandbox()
  address = `${sandbox.address}/sandbox/timestamps`
})
after(async () => {
  await sandbox.stop()
  await operators.destroy()
  await chosen.destroy()
  rmSync(home, { recursive: true })
})

const timestamps = (usual: string | null = address) => openTimestamps({ usual: () => usual, operators, chosen })
const digest = createHash('sha256').update('a signature').digest()
const refusedBy = async (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => assert.fail('a timestamp was taken'),
    (error: unknown) => (error instanceof ProviderError ? error : assert.fail(String(error))),
  )

test('a digest is stamped by the authority, and OpenSSL holds the token for one over it, by a certificate under its root', async (t) => {
  const begun = Date.now()
  const { token, at, authority } = await timestamps().stamp(digest, null)
  assert.ok(Math.abs(at.getTime() - begun) < 5_000, at.toISOString())
  assert.equal(authority, 'CN=Sandbox timestamp authority')
  if (!hasTool('openssl')) return t.skip('openssl is missing')
  writeFileSync(path.join(home, 'token'), token)
  writeFileSync(path.join(home, 'root.pem'), await (await fetch(`${address}/root.pem`)).text())
  const verify = (over: string) =>
    execFileSync('openssl', ['ts', '-verify', '-token_in', '-in', 'token', '-digest', over, '-CAfile', 'root.pem'], {
      ...{ cwd: home, stdio: 'pipe' },
    }).toString()
  assert.match(verify(digest.toString('hex')), /Verification: OK/)
  assert.throws(() => verify('0'.repeat(64)), /message imprint mismatch|Verification: FAILED/)
})

test('an answer to another request, over another digest, by a certificate that had ended, or that is no token is not taken, and says why', async () => {
  for (const [kind, error, says] of [
    ['wrong_nonce', 'broken', /answered another request/],
    ['wrong_imprint', 'broken', /is of another signature/],
    ['expired_certificate', 'broken', /was not valid at its time/],
    ['garbage', 'broken', /is not a timestamp/],
    ['html', 'broken', /is not a timestamp/],
    ['huge', 'broken', /is not a timestamp/],
    ['denied', 'refused', /refused the request/],
    ['error_503', 'busy', /busy/],
    ['error_500', 'broken', /status 500/],
    ['refused', 'unreachable', /cannot be reached/],
    ['redirect_loop', 'refused', /status 302/],
  ] as const) {
    await sandbox.turn('timestamps', { kind })
    const trouble = await refusedBy(timestamps().stamp(digest, null))
    assert.deepEqual([kind, trouble.kind], [kind, error])
    assert.match(trouble.reason, says, kind)
  }
  await sandbox.turn('timestamps')
  await timestamps().stamp(digest, null)
})

test('an authority that says nothing is given up after seconds', async () => {
  const silent: Server = createServer(() => {})
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const begun = performance.now()
  const trouble = await refusedBy(timestamps(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`).stamp(digest, null))
  assert.equal(trouble.kind, 'unreachable')
  assert.ok(performance.now() - begun < 15_000)
  silent.closeAllConnections()
  silent.close()
})

test('an authority that an admin names is called as a stranger is: an inner address is not reached, the operator’s own is', async () => {
  const trouble = await refusedBy(timestamps().stamp(digest, address))
  assert.equal(trouble.kind, 'refused')
  assert.match(trouble.reason, /not a public address/)
  assert.equal((await refusedBy(timestamps(null).stamp(digest, null))).reason, 'No timestamp authority is set.')
  await timestamps().stamp(digest, null)
})
