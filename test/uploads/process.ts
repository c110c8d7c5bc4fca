import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readConfig } from '#config'
import { makeLog } from '#core/log.ts'
import type { Target } from '#db/connect.ts'
import { serve, work } from '../../server/main.ts'
import type { TestApp } from '../support/app.ts'

/** A server or a worker of its own process, to be measured or killed. Tokens of the app are good for it. */
export interface OwnProcess {
  readonly pid: number
  /** The server's address. */
  readonly url: string
  /** The most memory it ever held, in megabytes; null where the system does not tell. */
  peakMegabytes(): number | null
  kill(signal: NodeJS.Signals): Promise<void>
}

export const startProcess = async (
  role: 'serve' | 'work',
  app: Pick<TestApp, 'target' | 'dataDir' | 'url'>,
): Promise<OwnProcess> => {
  const child = spawn(process.execPath, [import.meta.filename], {
    env: {
      ...process.env,
      FOYER_TEST_PROCESS: JSON.stringify({ role, target: app.target, dataDir: app.dataDir, publicUrl: app.url }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const ended = once(child, 'exit')
  return {
    pid: child.pid as number,
    url: String(line).trim(),
    peakMegabytes: () => {
      try {
        const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
        return kilobytes === undefined ? null : Number(kilobytes) / 1024
      } catch {
        return null
      }
    },
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}

if (import.meta.main) {
  const { role, target, dataDir, publicUrl } = JSON.parse(process.env.FOYER_TEST_PROCESS ?? '') as {
    role: 'serve' | 'work'
    target: Target
    dataDir: string
    publicUrl: string
  }
  const config = readConfig({
    PORT: '0',
    FOYER_DATA: dataDir,
    PUBLIC_URL: publicUrl,
    FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const log = makeLog({ level: 'silent' })
  if (role === 'serve') {
    const running = await serve({ config, target, log, webFolder: null })
    console.log(`http://127.0.0.1:${running.port}`)
  } else {
    await work({ config, target, log })
    console.log('up')
  }
}
