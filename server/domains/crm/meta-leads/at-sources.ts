import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { contribution } from '#core/within.ts'
import { findSharedConnection } from '#domains/connections/connections/connections.ts'
import { leadSourceErrors } from '../lead-sources/errors.ts'
import type { MetaSettings } from '../lead-sources/meta/meta-page.ts'
import { sourceSaved } from '../lead-sources/moments.ts'
import { joinPageReference } from './job-references.ts'
import { earlierFrom, enterPage, findPage, minutesAfter, pollMinutes } from './pages.ts'

/** A source that is a page: what it says is checked, and a job connects the page. */
export const followSource = contribution({
  name: 'follow-meta-source',
  to: sourceSaved,
  run: async ({ id, settings, isNew, isOn, now, enqueue }, { db, orgId }) => {
    if (settings.kind !== 'meta') return
    if (isNew) await checkSettings(db, orgId, id, settings)
    const before = await findPage(db, orgId, id)
    const { pageId, formIds } = settings
    // A connection that took the place of a disconnected one stays, unless another is chosen.
    const connectionId = isNew || !before ? settings.connectionId : before.connection_id
    const isOther = before !== undefined && (before.page_id !== pageId || before.connection_id !== connectionId)
    const state = isOn ? 'joining' : 'off'
    const page = {
      ...{ connection_id: connectionId, page_id: pageId, form_ids: formIds === null ? null : [...formIds], state },
      // Where connecting fails for longer than its job is tried, the clock tries it again.
      ...{
        reason: null,
        next_poll_at: isOn ? minutesAfter(now, pollMinutes) : null,
        ...(isOther && { token_sealed: null, is_followed: false }),
      },
    }
    if (before && before.page_id !== pageId)
      await db.deleteFrom('meta_forms').where('org_id', '=', orgId).where('source_id', '=', id).execute()
    await db
      .insertInto('meta_pages')
      .values({ org_id: orgId, source_id: id, since: earlierFrom(now, settings.earlierDays), announced_from: now, ...page })
      .onConflict((conflict) => conflict.columns(['org_id', 'source_id']).doUpdateSet(page))
      .execute()
    await enterPage(db, { org_id: orgId, source_id: id, page_id: pageId }, isOn)
    await enqueue(joinPageReference, { orgId, sourceId: id })
  },
})

const checkSettings = async (db: Db, orgId: string, id: string, { connectionId, pageId }: MetaSettings): Promise<void> => {
  const row = await findSharedConnection(db, orgId, connectionId)
  if (row?.provider !== 'meta' || row.status === 'disconnected')
    throw new Failure(leadSourceErrors.lead_source_settings_invalid, {
      field: 'settings.connectionId',
      message: 'there is no such connection to Meta',
    })
  const other = await db
    .selectFrom('meta_pages')
    .select('source_id')
    .where('org_id', '=', orgId)
    .where('page_id', '=', pageId)
    .where('source_id', '<>', id)
    .executeTakeFirst()
  if (other)
    throw new Failure(leadSourceErrors.lead_source_settings_invalid, {
      field: 'settings.pageId',
      message: 'another source is this page already',
    })
}
