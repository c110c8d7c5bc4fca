import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '../support/sandbox.ts'

/** The sandbox in a process of its own: what it does to play a mad provider slows down nothing that is measured here. */
export const startSandboxProcess = async () => {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const said = once(child.stdout, 'data').then(([line]) => String(line).trim())
  const address = await Promise.race([said, ended.then(() => Promise.reject(new Error('the sandbox ended before it was up')))])
  return {
    address,
    async turn(slug: string, dial: object = {}): Promise<void> {
      const response = await fetch(`${address}/sandbox/faults/${slug}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(dial),
      })
      if (!response.ok) throw new Error(`the dial answered ${response.status}`)
    },
    /** How many requests the dial has hit since it was turned. */
    async hits(slug: string): Promise<number> {
      return ((await (await fetch(`${address}/sandbox/faults/${slug}`)).json()) as { hits: number }).hits
    },
    async stop(): Promise<void> {
      child.stdin.end()
      await ended
    },
  }
}

if (import.meta.main) {
  const sandbox = await startSandbox()
  process.stdout.write(`${sandbox.address}\n`)
  process.stdin.resume()
  process.stdin.on('end', () => void sandbox.stop().then(() => process.exit(0)))
}
