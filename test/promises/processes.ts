import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Target } from '#db/connect.ts'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Ends it in good order. */
  stop(): Promise<void>
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>
}

/** A server in another process on the same database. */
export const startServerProcess = (target: Target, env: Record<string, string> = {}): Promise<ServerProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./second-server.ts', import.meta.url)), JSON.stringify(target), JSON.stringify(env)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!said.includes('\n')) return
      resolve({
        url: said.trim(),
        pid: child.pid as number,
        stop: async () => {
          child.stdin.end()
          await ended
        },
        kill: async () => {
          child.kill('SIGKILL')
          await ended
        },
      })
    })
    void ended.then(() => reject(new Error('the second server ended before it was up')))
  })

/** Posts a lead to any server's address. */
export const postLead = async (
  url: string,
  key: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${url}/v1/leads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
