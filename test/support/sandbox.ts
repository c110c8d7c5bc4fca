import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { playedServices } from '#ports/played-services.ts'
import { openSandbox } from '#sandbox/standalone.ts'

/** The sandbox on a port of its own, in a folder of its own. */
export const startSandbox = async (options: { now?: () => Date } = {}) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-sandbox-'))
  const { address, close } = await openSandbox({ folder, isOpen: false, services: playedServices, ...options })
  return {
    /** `http://127.0.0.1:…`: the vendors' own paths are below it, and the sandbox's at /sandbox. */
    address,
    folder,
    /** Turns the fault dial of one double; without a dial all is well again. */
    async turn(slug: string, dial: object = {}): Promise<void> {
      const response = await fetch(`${address}/sandbox/faults/${slug}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(dial),
      })
      if (!response.ok) throw new Error(`the dial answered ${response.status}: ${await response.text()}`)
    },
    async stop(): Promise<void> {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>
