import type { Db } from '#core/context.ts'
import { settleFetchTrouble } from '../lead-sources/fetch-troubles.ts'
import { findLongUnread, unreadReason } from './forms.ts'
import { metaLeadNotices } from './notices.ts'
import { findPage, type PageRow } from './pages.ts'

/** Has the source of a page say whether its leads can be fetched. The caller locked it (`lockSource`) before it changed the page. */
export const settlePageTrouble = async (
  db: Db,
  { org_id: orgId, source_id: sourceId }: Pick<PageRow, 'org_id' | 'source_id'>,
  now: Date,
): Promise<void> => {
  const page = await findPage(db, orgId, sourceId)
  if (!page) return
  const reason = await reasonOf(db, page, now)
  // Of what is being connected it is not known yet whether it works.
  if (page.state === 'joining' && reason === null) return
  await settleFetchTrouble(db, { orgId, sourceId }, metaLeadNotices.meta_page_stopped, reason)
}

const reasonOf = async (db: Db, page: PageRow, now: Date): Promise<string | null> => {
  if (page.state === 'off') return null
  if (page.state !== 'working' && page.state !== 'joining') return page.reason ?? 'The page is not connected.'
  const unread = await findLongUnread(db, page, now)
  return unreadReason(unread.map(({ name, unread_reason: reason }) => ({ name, reason })))
}
