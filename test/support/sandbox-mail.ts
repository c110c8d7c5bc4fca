import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Dial, type Faults, openFaults } from '#sandbox/faults.ts'
import { openTable } from '#sandbox/folder.ts'
import { openImap } from '#sandbox/imap/server.ts'
import { type MailStore, openMailStore } from '#sandbox/imap/store.ts'
import type { ImapServer } from './imap-server.ts'

export interface SandboxImap extends ImapServer {
  readonly store: MailStore
  readonly faults: Faults
}

/** The sandbox's mail server alone, with a folder of its own. `change` puts a store of another kind between them. */
export const startSandboxImap = async (change: (store: MailStore) => MailStore = (store) => store): Promise<SandboxImap> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sandbox-imap-'))
  const store = openMailStore({ table: (name) => openTable(path.join(folder, name)), now: () => new Date() })
  const faults = openFaults(openTable<{ id: string; dial: Dial }>(path.join(folder, 'faults')))
  const server = await openImap({ store: change(store), faults })
  const stop = async (): Promise<void> => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { port: server.port, user: 'jo@own.example', password: 'right', store, faults, stop }
}
