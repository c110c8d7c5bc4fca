import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openSandbox } from '#sandbox/standalone.ts'
import { ready } from './ready.ts'

// The sandbox with its CRMs, in a process of its own. No limits: those are faults of the dial.
const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-bench-sandbox-'))
const { address, close } = await openSandbox({ folder, isOpen: false })
ready(Number(new URL(address).port), async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})
