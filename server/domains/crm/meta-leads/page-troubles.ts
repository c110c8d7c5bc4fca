import type { Db } from '#core/context.ts'
import { settleFetchTrouble } from '../lead-sources/fetch-troubles.ts'
import { findLongUnread, quietMs, unreadReason } from './forms.ts'
import { metaLeadNotices } from './notices.ts'
import { findPage, type PageRow } from './pages.ts'

type Page = Pick<PageRow, 'org_id' | 'source_id'>

/**
 * Has the source of a page say whether its leads can be fetched: after a whole pass, or where nothing is fetched any more. The caller locked it
 * (`lockSource`) before it changed the page.
 */
export const settlePageTrouble = (db: Db, page: Page, now: Date): Promise<void> => settle(db, page, now, { mayEnd: true })

/** The same after what did not come to its end: that no reason is known does not say that leads come. */
export const raisePageTrouble = (db: Db, page: Page, now: Date): Promise<void> => settle(db, page, now, { mayEnd: false })

const settle = async (
  db: Db,
  { org_id: orgId, source_id: sourceId }: Page,
  now: Date,
  { mayEnd }: { readonly mayEnd: boolean },
): Promise<void> => {
  const page = await findPage(db, orgId, sourceId)
  if (!page) return
  const reason = await reasonOf(db, page, now)
  if (reason === null && !mayEnd) return
  await settleFetchTrouble(db, { orgId, sourceId }, metaLeadNotices.meta_page_stopped, reason)
}

const reasonOf = async (db: Db, page: PageRow, now: Date): Promise<string | null> => {
  if (page.state === 'off') return null
  if (page.state !== 'working' && page.state !== 'joining') return page.reason ?? 'The page is not connected.'
  // One that never came to its end has no form yet that could be unread.
  const isOld = page.polled_at === null && now.getTime() - page.announced_from.getTime() >= quietMs
  if (page.state === 'joining' && page.reason !== null && isOld) return page.reason
  const unread = await findLongUnread(db, page, now)
  return unreadReason(unread.map(({ name, unread_reason: reason }) => ({ name, reason })))
}
