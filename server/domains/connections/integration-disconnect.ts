import { z } from 'zod'
import { action } from '#core/action.ts'
import { OAuthTrouble } from '#ports/oauth.ts'
import { revokeGrant } from './access-tokens.ts'
import { disconnectConnection, holdConnection, isResting } from './connections.ts'

export const integrationDisconnect = action({
  name: 'integration-disconnect',
  summary: 'Disconnect an account at another service',
  description:
    'The credentials are forgotten at once, and a consent is ended at its service too. What was done over the connection stays, and the list of its calls for a while. A second time does nothing more.',
  who: 'admin',
  doors: ['gateway'],
  effect: 'write',
  asksProvider: true,
  hints: { idempotent: true },
  input: z.object({ connectionId: z.uuid(), orgId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: ['connection_not_found'],
  examples: [
    {
      title: 'Disconnect it',
      input: { connectionId: '01980000-0000-7000-8000-000000000000', orgId: '01980000-0000-7000-8000-000000000001' },
    },
  ],

  async run({ connectionId }, { org, inOrg, ports, vault, log, fail }) {
    const row = await inOrg(async ({ db }) => {
      const held = await holdConnection(db, org.id, connectionId)
      if (held) await disconnectConnection(db, held)
      return held
    })
    if (!row) throw fail('connection_not_found')
    // Of a sandbox that is off nobody can be told.
    if (row.kind === 'oauth' && row.credentials !== null && !isResting(row))
      await revokeGrant({ ports, vault }, row).catch((error: unknown) => {
        // Nobody here holds the tokens any more: that the service still knows of them is no reason to keep them.
        if (!(error instanceof OAuthTrouble)) throw error
        log.warn({ connection_id: connectionId, kind: error.kind }, 'a consent could not be ended at its service')
      })
    return { success: true as const }
  },
})
