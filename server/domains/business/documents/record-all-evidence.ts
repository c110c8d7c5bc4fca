import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { recordEvidenceJob } from './job-references.ts'
import { clockOf } from './sealing.ts'

/** Each night. Of two workers the clock asks one, and a record of a night is made once however often it is asked for. */
export const recordAllEvidence = job({
  name: 'record-all-evidence',
  summary: 'Ask for the nightly record of evidence of each workspace with documents',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 60 },
  schedule: '23 1 * * *',

  async run(_data, { db, inOrg, enqueueIn }) {
    const day = (await clockOf(db)).toISOString().slice(0, 10)
    const orgs = await db.selectFrom('directory.documents').select('org_id').distinct().execute()
    for (const { org_id: orgId } of orgs) await inOrg(orgId, (tenant) => enqueueIn(tenant, recordEvidenceJob, { orgId, day }))
  },
})
