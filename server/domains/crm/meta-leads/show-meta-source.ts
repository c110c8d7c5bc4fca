import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { metaLeadErrors } from './errors.ts'
import { findPage } from './pages.ts'
import { MetaSource, showPage } from './shown-pages.ts'

export const showMetaSource = action({
  name: 'show-meta-source',
  summary: 'Show how a page of Meta works as a lead source',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ leadSourceId: z.uuid() }),
  output: z.object({ page: MetaSource }),
  errors: [metaLeadErrors.meta_source_not_found],
  examples: [{ title: 'One source', input: { leadSourceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ leadSourceId: sourceId }, { org, db, now, fail }) {
    const page = await findPage(db, org.id, sourceId)
    if (!page) throw fail('meta_source_not_found')
    return { page: await showPage(db, page, now()) }
  },
})
