import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findSources, LeadSource, showSource } from './lead-sources.ts'

export const listLeadSources = action({
  name: 'list-lead-sources',
  summary: 'List lead sources',
  description: 'Newest first, including those turned off, with the leads of each in the last seven days.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({}),
  output: z.object({ sources: z.array(LeadSource) }),
  errors: [],
  examples: [{ title: 'All lead sources', input: {} }],

  async run(_input, { org, db, vault, now, settings: { publicUrl } }) {
    const rows = await findSources(db, org.id, now())
    return { sources: rows.map((row) => showSource(row, { vault, publicUrl })) }
  },
})
