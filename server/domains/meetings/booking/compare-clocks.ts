import { z } from 'zod'
import { forEachOrg } from '#core/jobs/each-org.ts'
import { job } from '#core/jobs/job.ts'
import { tzVersion } from '#shapes/zones.ts'
import { compareClocks, findWorkspacesToCompare } from './shifted-notices.ts'

const mostWorkspaces = 1_000

export const compareClocksJob = job({
  name: 'compare-clocks',
  summary: 'Tell hosts of meetings that show another time after an update of the zone rules',
  schedule: '29 * * * *',
  data: z.object({}),
  retry: { times: 2, delaySeconds: 60 },

  async run(_data, { db, inOrg, signal }) {
    const orgIds = await findWorkspacesToCompare(db, tzVersion, mostWorkspaces)
    await forEachOrg(orgIds, signal, (orgId) => inOrg(orgId, (tenant) => compareClocks(tenant, orgId, tzVersion)))
  },
})
