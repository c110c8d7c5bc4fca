import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { fetchLeadsReference, joinPageReference, pollPageReference } from './job-references.ts'

const pagesAtOnce = 500

/** Starts what is due at pages of Meta: leads to fetch, forms to poll, and pages in trouble to look at again. */
export const startMetaWork = job({
  name: 'start-meta-work',
  summary: 'Start what is due at pages of Meta',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, inOrg, enqueueIn }) {
    const { rows } = await sql<{ org_id: string; source_id: string; state: string; has_leads: boolean; has_poll: boolean }>`
      select org_id, source_id, state, has_leads, has_poll from due_meta_pages(${now()}, ${pagesAtOnce})`.execute(db)
    for (const { org_id: orgId, source_id: sourceId, state, has_leads: hasLeads, has_poll: hasPoll } of rows)
      await inOrg(orgId, async (tenant) => {
        if (hasLeads) await enqueueIn(tenant, fetchLeadsReference, { orgId, sourceId })
        if (hasPoll) await enqueueIn(tenant, state === 'working' ? pollPageReference : joinPageReference, { orgId, sourceId })
      })
  },
})
