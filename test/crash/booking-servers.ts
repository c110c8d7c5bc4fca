import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestApp } from '#test/support/app.ts'
import { freePort } from '#test/support/free-port.ts'

const file = fileURLToPath(new URL('./booking-process.ts', import.meta.url))

/** One more server with its worker on the database of an app, which plays the providers; to be killed and started again. */
export const makeServer = async (app: TestApp) => {
  const port = await freePort()
  const env = {
    PORT: String(port),
    FOYER_DATA: app.dataDir,
    FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
    TRUSTED_PROXIES: '127.0.0.1',
  }
  let child: ChildProcess | undefined

  return {
    url: `http://127.0.0.1:${port}`,
    async start(): Promise<void> {
      const given = { target: app.target, env, sandboxPort: Number(new URL(app.url).port) }
      const next = spawn(process.execPath, [file, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] })
      child = next
      const died = once(next, 'exit').then(() => Promise.reject(new Error('the server ended while it was starting')))
      await Promise.race([once(next.stdout, 'data'), died])
      died.catch(() => {})
    },
    async kill(): Promise<void> {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
export type BookingServer = Awaited<ReturnType<typeof makeServer>>
