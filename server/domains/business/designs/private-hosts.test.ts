import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { ProviderError } from '#ports/provider-error.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openCanva } from '#test/support/canva.ts'
import { openJobContext } from '#test/support/job-context.ts'

const env = { SANDBOX: 'on' }
let app: TestApp
let jobs: Awaited<ReturnType<typeof openJobContext>>
let connections = 0
/** Something of the operator's on this machine. */
const inside = createServer((socket) => {
  connections++
  socket.destroy()
})
before(async () => {
  app = await startApp({ env })
  jobs = await openJobContext(app, env)
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done))
})
after(async () => {
  inside.close()
  await jobs?.close()
  await app?.stop()
})

test('an export of Canva that names a host of the operator’s network, or an address that is none, is refused, and Foyer calls no one there', async () => {
  const { owner, connectionId } = await openCanva(app)
  const { port } = inside.address() as { port: number }
  const designs = jobs.context.ports.designs.open({
    ...{ orgId: owner.orgId, connectionId, provider: 'canva', mode: 'live', accessToken: 'a-token' },
  })
  const { signal } = jobs.context
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '127.1', '2130706433', '0x7f000001']
  const addresses = [
    ...hosts.flatMap((host) => [`https://${host}:${port}/file.pdf`, `http://${host}:${port}/file.pdf`]),
    ...['https://169.254.169.254/latest/meta-data', 'https://10.0.0.1/file.pdf', 'https://192.168.0.1/', 'https://[fd00::1]/'],
    ...[`${app.url}/healthz`, 'file:///etc/passwd', 'data:application/pdf,x', 'no address'],
  ]
  for (const address of addresses) {
    await assert.rejects(designs.openFile(address, { maxBytes: 1_000, signal }), ProviderError, address)
    await assert.rejects(designs.picture(address), ProviderError, address)
  }
  assert.equal(connections, 0)
})
