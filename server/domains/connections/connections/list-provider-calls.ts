import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { findSharedConnection } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { findProviderCalls, keptCalls, keptDays, ProviderCall, showProviderCall } from './provider-calls.ts'

export const listProviderCalls = action({
  name: 'list-provider-calls',
  summary: 'List the API calls made over a connection',
  description: `Newest first, the last ${keptCalls.toLocaleString('en')} API calls of the last ${keptDays} days. Request and response bodies are not stored.`,
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ connectionId: z.uuid(), cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({ calls: z.array(ProviderCall), next_cursor: z.uuid().nullable() }),
  errors: [connectionErrors.connection_not_found],
  examples: [{ title: 'The last twenty calls', input: { connectionId: '01980000-0000-7000-8000-000000000000', limit: 20 } }],

  async run({ connectionId, cursor, limit }, { org, db, fail }) {
    if (!(await findSharedConnection(db, org.id, connectionId))) throw fail('connection_not_found')
    const rows = await findProviderCalls(db, org.id, connectionId, { cursor, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return { calls: page.map(showProviderCall), next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
  },
})
