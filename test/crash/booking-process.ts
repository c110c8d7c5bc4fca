import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import type { Target } from '#db/connect.ts'
import { serve, work } from '../../server/main.ts'

/**
 * A server and a worker in one process, to be killed. The providers are simulated by another process, at `sandboxPort`; the sandbox is on
 * here too, for a server without one sets the accounts in it aside.
 */
const { target, env, sandboxPort } = JSON.parse(process.argv[2] ?? '') as {
  target: Target
  env: Record<string, string>
  sandboxPort: number
}
const log = makeLog({ level: 'silent' })
await serve({ config: readConfig({ ...env, SANDBOX: 'on' }), target, log, webFolder: null })
await work({ config: readConfig({ ...env, SANDBOX: 'on', PORT: String(sandboxPort) }), target, log })
process.stdout.write('up\n')
