import type { Updateable } from 'kysely'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { notifyKeyChanged } from '../api-keys/keys.ts'
import { WorkspaceFields, workspaceEvents } from './events.ts'
import { lockSettings, recountQuota } from './workspaces.ts'

/** Changes settings of the workspace, and says so: to the log, and to what is known of its keys, which carries them along. */
export const changeSettings = async (db: Db, orgId: string, changes: Updateable<Tables['orgs']>): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  const before = await lockSettings(db, orgId)
  await db.updateTable('orgs').set(changes).where('org_id', '=', orgId).execute()
  // Leads that came while no quota was set were not counted.
  if (before.lead_quota_per_month === null && changes.lead_quota_per_month != null) await recountQuota(db, orgId)
  await notifyKeyChanged(db, '*')
  await recordEvent(
    db,
    orgId,
    workspaceEvents.changed,
    orgId,
    changedFields(WorkspaceFields.parse(before), WorkspaceFields.parse({ ...before, ...changes })),
  )
}
