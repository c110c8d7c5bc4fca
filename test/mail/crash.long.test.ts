import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startApp } from '../support/app.ts'
import { openOutbox } from './outbox.ts'
import { startResend } from './resend-server.ts'

test('a worker that is killed after the provider took a mail sends it again under the same key: tried twice, seen once', async () => {
  const resend = await startResend()
  const env = { RESEND_API_KEY: 're_test', RESEND_URL: resend.url }
  const app = await startApp({ env })
  const outbox = await openOutbox(app)
  try {
    const doomed = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('./worker-process.ts', import.meta.url)),
        JSON.stringify({
          target: app.target,
          env: { ...env, FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64') },
        }),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await Promise.race([
      once(doomed.stdout, 'data'),
      once(doomed, 'exit').then(() => Promise.reject(new Error('the worker did not come up'))),
    ])
    const ended = once(doomed, 'exit')
    const speak = resend.fallSilent()
    const id = await outbox.queue(app.owner.orgId, 'crash@example.com')
    while (resend.arrived().length === 0) await new Promise((done) => setTimeout(done, 20))
    doomed.kill('SIGKILL')
    await ended
    speak()
    const left = await outbox.row(app.owner.orgId, id)
    assert.deepEqual([left.state, left.tries], ['queued', 0], 'nothing was noted')

    const worker = await app.startWorker()
    try {
      // The queue waits ten seconds for a sign of life of the dead one.
      await outbox.until(app.owner.orgId, id, 'sent', 30)
    } finally {
      await worker.stop()
    }
    assert.deepEqual(
      resend.asked.map(({ headers }) => headers['idempotency-key']),
      [id, id],
    )
    assert.equal(resend.arrived().length, 1)
  } finally {
    await outbox.close()
    await app.stop()
    await resend.stop()
  }
})
