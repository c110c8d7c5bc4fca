import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

/** The product as a newcomer has it: an empty folder, `npm start` and nothing set. */
export const openNewcomer = (name: string) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), `foyer-${name}-`))
  chmodSync(dataDir, 0o755)
  const env = { ...process.env, FOYER_DATA: dataDir, PORT: '0', LOG_LEVEL: 'warn' }
  delete (env as Record<string, string | undefined>).NODE_ENV
  let product: ChildProcess | undefined

  return {
    ...{ dataDir, env },
    product: () => product,

    /** `npm start`, until it says where it is. */
    async start(): Promise<{ address: string; link: string | undefined; said: string; ms: number }> {
      const begun = Date.now()
      const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
      product = child
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk))
      const patience = Date.now() + 90_000
      for (;;) {
        const address = /Foyer is at (\S+)/.exec(said)?.[1]
        // The address is told before the link is made, and no link is told of a workspace that is set up: an empty
        // line ends both.
        if (address && /Foyer is at [\s\S]*\n\n/.test(said) && (await fetch(`${address}/readyz`)).ok) {
          return { address, link: /(http\S+set-up#token=\S+)/.exec(said)?.[1], said, ms: Date.now() - begun }
        }
        assert.ok(child.exitCode === null && Date.now() < patience, `it did not start:\n${said}`)
        await new Promise((done) => setTimeout(done, 50))
      }
    },

    async close(): Promise<void> {
      // The whole group: npm's own child would live on, and hold the runner's pipes.
      if (product?.pid && product.exitCode === null) process.kill(-product.pid, 'SIGKILL')
      await new Promise((done) => setTimeout(done, 500))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
