import type { Db } from '#core/context.ts'
import type { NoticeDefinition } from '#core/declared.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import { clearNotice, raiseNotice, restateNotice } from '#domains/platform/notifications/notices.ts'
import { leadSourceEvents, sourceFieldsOf } from './events.ts'
import { lockSource } from './lead-sources.ts'

/**
 * Says once that leads of a source cannot be fetched where they are kept, for this reason, and takes it back once they can (`reason`
 * null). Locks the source: a change of what belongs to it begins with that lock, as where it is saved, so that none waits for another in
 * a ring.
 */
export const settleFetchTrouble = async (
  db: Db,
  { orgId, sourceId }: { readonly orgId: string; readonly sourceId: string },
  notice: NoticeDefinition,
  reason: string | null,
): Promise<void> => {
  const source = await lockSource(db, orgId, sourceId)
  if (!source) return
  const wasTold = source.trouble_raised_at !== null
  const told = { notice, subjectId: sourceId, facts: { name: source.name, reason } }
  if (reason !== null && wasTold) return restateNotice(db, orgId, told)
  if ((reason !== null) === wasTold) return
  const raisedAt = reason === null ? null : new Date()
  await db
    .updateTable('lead_sources')
    .set({ trouble_raised_at: raisedAt })
    .where('org_id', '=', orgId)
    .where('id', '=', sourceId)
    .execute()
  if (reason === null) await clearNotice(db, orgId, notice, sourceId)
  else await raiseNotice(db, orgId, told)
  await recordEvent(db, orgId, leadSourceEvents.changed, sourceId, {
    ...{ name: source.name, kind: source.kind, change: reason === null ? 'trouble_ended' : 'trouble_began' },
    ...changedFields(sourceFieldsOf(source), sourceFieldsOf({ ...source, trouble_raised_at: raisedAt })),
  })
}
