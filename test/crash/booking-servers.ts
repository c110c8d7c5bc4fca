import { fileURLToPath } from 'node:url'
import type { TestApp } from '#test/support/app.ts'
import { freePort } from '#test/support/free-port.ts'
import { makeKilled } from './killed-process.ts'

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
  const given = { target: app.target, env, sandboxPort: Number(new URL(app.url).port) }
  return { url: `http://127.0.0.1:${port}`, ...makeKilled(file, given) }
}
export type BookingServer = Awaited<ReturnType<typeof makeServer>>
