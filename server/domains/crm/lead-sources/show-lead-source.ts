import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { leadSourceErrors } from './errors.ts'
import { findSources, LeadSource, showSource } from './lead-sources.ts'

export const showLeadSource = action({
  name: 'show-lead-source',
  summary: 'Show a lead source',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ leadSourceId: z.uuid() }),
  output: z.object({ source: LeadSource }),
  errors: [leadSourceErrors.lead_source_not_found],
  examples: [{ title: 'One lead source', input: { leadSourceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ leadSourceId: sourceId }, { org, db, vault, now, fail, settings: { publicUrl } }) {
    const [row] = await findSources(db, org.id, now(), sourceId)
    if (!row) throw fail('lead_source_not_found')
    return { source: showSource(row, { vault, publicUrl }) }
  },
})
