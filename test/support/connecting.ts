import { makeVault } from '#core/vault.ts'
import { foyer } from '#domains/catalogue.ts'
import type { Connecting } from '#domains/connections/connections/lifecycle.ts'

/** What a test connects an account with: the key of `app.ts`, the modules that join in, and no job is ordered. */
export const connecting: Connecting = {
  vault: makeVault(Buffer.alloc(32, 7)),
  enqueue: async () => {},
  within: foyer.within,
}
