import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnStore } from './stores.ts'

const foyer = path.join(import.meta.dirname, '../../bin/foyer.cjs')

export interface Served {
  readonly child: ChildProcess
  readonly port: number
  readonly url: string
}

/** `foyer serve` as an operator runs it, beside others, on the database of the data folder. */
export const startServe = async (
  store: OwnStore,
  options: { port: number; publicUrl: string; drainMs?: number; mostFiles?: number },
): Promise<Served> => {
  const command = [process.execPath, foyer, 'serve']
  const [program = '', ...words] =
    options.mostFiles === undefined ? command : ['/bin/sh', '-c', `ulimit -n ${options.mostFiles}; exec "$0" "$@"`, ...command]
  const child = spawn(program, words, {
    env: {
      ...process.env,
      FOYER_DATA: store.dataDir,
      // The tokens of the test's own server must be good here too.
      FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PUBLIC_URL: options.publicUrl,
      PORT: String(options.port),
      DRAIN_MS: String(options.drainMs ?? 0),
      LOG_LEVEL: 'error',
      DATABASE_CONNECTIONS: '6',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const url = `http://127.0.0.1:${options.port}`
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(20)) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return { child, port: options.port, url }
    if (child.exitCode !== null) break
  }
  child.kill('SIGKILL')
  throw new Error(`foyer serve did not come up:\n${said}`)
}

/** SIGTERM; answers how long it took, and with what it ended. */
export const end = async ({ child }: Served): Promise<{ ms: number; code: number | null }> => {
  const begun = Date.now()
  if (child.exitCode !== null || child.signalCode !== null) return { ms: 0, code: child.exitCode }
  const ended = once(child, 'exit') as Promise<[number | null]>
  child.kill('SIGTERM')
  const [code] = await ended
  return { ms: Date.now() - begun, code }
}
