import { job } from '#core/jobs/job.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { usableOf } from '#domains/connections/connections/usable-connections.ts'
import { readTemplatesJob } from './job-references.ts'
import { readAllTemplates } from './template-sync.ts'

export const readTemplates = job({
  ...readTemplatesJob,
  summary: 'Sync the message templates of a WhatsApp number',
  retry: { times: 8, delaySeconds: 30 },

  async run({ orgId, connectionId }, { inOrg, vault, ports }) {
    const row = await inOrg(orgId, (db) => findConnection(db, orgId, connectionId))
    const connection = row && usableOf(vault, row)
    if (!connection) return
    await readAllTemplates(connection, {
      orgId,
      messaging: ports.messaging,
      inOrg: (work) => inOrg(orgId, (db) => work({ db })),
    })
  },
})
