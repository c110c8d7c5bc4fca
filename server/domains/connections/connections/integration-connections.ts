import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { schemaNames } from '#shapes'
import { findConnections } from './connections.ts'
import { Connection, showConnection } from './shown-connections.ts'

/** So long a connection that was ended still stands in the list. */
const shownDays = 30

export const integrationConnections = action({
  name: 'integration-connections',
  summary: 'List the connections to providers',
  description: `Disconnected ones are listed for another ${shownDays} days. list-connections returns more details.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ orgId: z.uuid() }),
  output: z.object({
    connections: z.array(
      Connection.pick({
        id: true,
        provider: true,
        status: true,
        account: true,
        scopes: true,
        connected_at: true,
        expires_at: true,
        last_error: true,
      }).register(schemaNames, { id: 'Integration' }),
    ),
  }),
  errors: [],
  examples: [{ title: 'All connections', input: { orgId: '01980000-0000-7000-8000-000000000000' } }],

  async run(_input, { org, db, now, ports, vault, settings }) {
    const endedSince = new Date(now().getTime() - shownDays * 86_400_000)
    const rows = await findConnections(db, org.id, endedSince)
    return {
      connections: rows.map((row) => {
        const { id, provider, status, account, scopes, connected_at, expires_at, last_error } = showConnection(row, undefined, {
          ports,
          vault,
          settings,
        })
        return { id, provider, status, account, scopes, connected_at, expires_at, last_error }
      }),
    }
  },
})
