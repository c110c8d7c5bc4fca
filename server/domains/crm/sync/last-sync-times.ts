import { contribution } from '#core/within.ts'
import { lastSyncs } from '../crm-connections/moments.ts'

/** When each connection was last synced to the end. */
export const lastSyncTimes = contribution({
  name: 'last-sync-times',
  to: lastSyncs,
  run: async ({ connectionIds }, { db, orgId }) => {
    if (connectionIds.length === 0) return {}
    const rows = await db
      .selectFrom('sync_jobs')
      .select((row) => ['connection_id', row.fn.max('completed_at').as('at')])
      .where('org_id', '=', orgId)
      .where('connection_id', 'in', connectionIds)
      .where('kind', '=', 'sync')
      .where('status', '=', 'completed')
      .groupBy('connection_id')
      .execute()
    return Object.fromEntries(
      rows.flatMap(({ connection_id, at }) => (at === null ? [] : [[connection_id, new Date(at)] as const])),
    )
  },
})
