import { sql } from 'kysely'
import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { nextRunAfter, readSettings, writeSettings } from './settings.ts'
import { startSync } from './start-sync.ts'

const syncsAtOnce = 200

/** Starts what a schedule asks for. What cannot be started now, since another sync runs or the CRM is not connected, is left to the next time. */
export const startDueSyncs = job({
  name: 'start-due-syncs',
  summary: 'Start CRM syncs that are due',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, inOrg, enqueueIn, log }) {
    const { rows } = await sql<{ org_id: string; connection_id: string }>`
      select org_id, connection_id from due_syncs(${now()}, ${syncsAtOnce})`.execute(db)
    for (const { org_id: orgId, connection_id: connectionId } of rows) {
      const { entities } = await inOrg(orgId, async (tenant) => {
        const settings = await readSettings(tenant, orgId, connectionId)
        await writeSettings(tenant, orgId, connectionId, { nextRunAt: nextRunAfter(settings.schedule, now()) })
        return settings
      })
      try {
        await inOrg(orgId, (tenant) =>
          startSync(tenant, orgId, {
            ...{ id: newId(), connectionId, entities, kind: 'sync', cause: 'schedule', personId: null },
            enqueue: (wanted, data, start) => enqueueIn(tenant, wanted, data, start),
          }),
        )
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        log.info({ connection_id: connectionId, code: error.code }, 'a scheduled sync was not started')
      }
    }
  },
})
