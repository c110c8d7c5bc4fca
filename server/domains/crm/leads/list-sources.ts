import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { listSources as findSources } from './leads.ts'

export const listSources = action({
  name: 'list-sources',
  summary: 'List the sources of leads',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'leads:read',
  input: z.object({}),
  output: z.object({ sources: z.array(z.string()) }),
  errors: [],
  examples: [{ title: 'All sources', input: {} }],

  async run(_input, { db, org }) {
    return { sources: await findSources(db, org.id) }
  },
})
