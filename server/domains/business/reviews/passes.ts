import type { Db } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { ReviewPage } from '#ports/reviews.ts'
import { reviewEvents } from './events.ts'
import { countMet, settleMissing } from './gone-reviews.ts'
import { markListed, storePage } from './listed-pages.ts'
import { changeLocation, findLocation, type LocationRow } from './locations.ts'
import type { Met } from './met-reviews.ts'
import { type Reading, takeStep } from './reading-steps.ts'
import { announceNews, assigneeOf } from './review-news.ts'
import { mostUnread, newPass, type Pass, type ReviewRun, type RunPatch } from './runs.ts'

/** Of one pass: 50,000 reviews. More is a list without an end. */
const mostPages = 1_000

/** Reads the next page of the location whose turn it is, and stores it; with the last page the pass is over. */
export const readPage = async (reading: Reading): Promise<void> => {
  const { context, run, reviews } = reading
  const [locationId = ''] = run.todo
  const location = await context.inOrg(run.org_id, (db) => findLocation(db, run.org_id, locationId))
  if (!location) return takeStep(reading, async (_db, { todo }) => ({ todo: todo.slice(1), pass: null }))
  const pass = run.pass ?? newPass
  let page: ReviewPage
  try {
    page = await reviews.page({ accountId: location.account_id, locationId: location.location_id }, pass.cursor)
  } catch (error) {
    return leaveOut(reading, location, error)
  }
  if (pass.pages >= mostPages || (page.next !== null && page.next === pass.cursor))
    throw new ProviderError('broken', 'Google lists reviews without an end.')
  await takeStep(reading, (db, current) => store(reading, { db, run: current, location, page }))
}

/** A location that cannot be read says why, and the others are read. */
const leaveOut = async (reading: Reading, location: LocationRow, error: unknown): Promise<void> => {
  if (!(error instanceof ProviderError)) throw error
  const { code } = error
  if (code === 'page_not_there' && reading.run.pass?.cursor)
    // The list is read anew, and proves nothing of what it does not list.
    return takeStep(reading, async (_db, { pass }) => ({ pass: { ...(pass ?? newPass), cursor: null, isCut: true } }))
  if (code !== 'location_denied' && code !== 'location_not_there') throw error
  await takeStep(reading, async (db, { org_id: orgId, todo }) => {
    await changeLocation(db, orgId, location.id, { trouble: code })
    return { todo: todo.slice(1), pass: null }
  })
}

interface Storing {
  readonly db: Db
  readonly run: ReviewRun
  readonly location: LocationRow
  readonly page: ReviewPage
}

const store = async ({ context, connection }: Reading, { db, run, location, page }: Storing): Promise<RunPatch> => {
  const now = context.now()
  const { org_id: orgId, id: runId } = run
  const met = await storePage(db, { runId, location, listed: page.reviews, now })
  const before = run.pass ?? newPass
  const unread = [...new Set([...before.unread, ...(await markListed(db, { runId, location, ids: page.unreadable }))])]
  const assignee = await assigneeOf(db, orgId, connection.connected_by)
  const pass = withPage({ ...before, unread }, page, await announceNews(db, location, { met, before: before.news, assignee }))
  await wake(db, orgId, reviewEvents.synced)
  const counts = {
    imported: run.imported + countOf(met, 'new'),
    updated: run.updated + countOf(met, 'edited') + countOf(met, 'back'),
  }
  if (page.next !== null) return { pass, ...counts }
  const of = { orgId, locationId: location.id, runId }
  const isWhole = !pass.isCut && pass.total !== null && (await countMet(db, of)) + pass.unread.length === pass.total
  const removed = isWhole ? await settleMissing(db, of, now) : 0
  await changeLocation(db, orgId, location.id, {
    ...{ trouble: null, unread: pass.unread.length, read_at: now, ...(isWhole && { whole_at: now }) },
    ...{ their_average: pass.average === null ? null : String(pass.average), their_count: pass.total },
  })
  return { ...counts, removed: run.removed + removed, todo: run.todo.slice(1), pass: null }
}

const countOf = (met: readonly Met[], what: Met['what']): number => met.filter((each) => each.what === what).length

/**
 * A pass whose count changes on its way has missed something. One with a review that cannot be read lists it all the same; where not even its
 * id can be read, it may be any.
 */
const withPage = (pass: Pass, { total, average, unnamed, next }: ReviewPage, news: number): Pass => ({
  ...{ cursor: next, average, news, total, pages: pass.pages + 1, unread: pass.unread.slice(0, mostUnread) },
  isCut: pass.isCut || unnamed > 0 || pass.unread.length > mostUnread || (pass.total !== null && pass.total !== total),
})
