import type { Db } from '#core/context.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { addTask, finishTasksOf } from '#domains/crm/deals/tasks.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { findMember } from '#domains/platform/users/users.ts'
import type { LocationRow } from './locations.ts'
import { isNews, type Met } from './met-reviews.ts'
import { reviewNotices } from './notices.ts'

/** With so few stars, a review is a task. */
const badStars = 2
/** Of new ones of one location and run: with more at once there is one notice for all, and no more tasks. */
const singlesAtMost = 10

export const taskPrefix = (reviewId: string): string => `review:${reviewId}:`

const isBad = (stars: number | null): boolean => stars !== null && stars <= badStars

/** Tells members of new reviews, and makes a task of bad ones. `before`: those of this pass that they were told of. Answers with them. */
export const announceNews = async (
  db: Db,
  location: LocationRow,
  { met, before, assignee }: { met: readonly Met[]; before: number; assignee: string | null },
): Promise<number> => {
  const { org_id: orgId, id, title } = location
  const news = met.filter((each) => isNews(each, location))
  let told = before
  for (const each of news) {
    told += 1
    if (told > singlesAtMost) continue
    const facts = { location: title, stars: each.review.stars, count: 1 }
    await raiseNotice(db, orgId, { notice: reviewNotices.review_new, subjectId: each.id, facts })
    if (isBad(each.review.stars)) await addReviewTask(db, orgId, each, { title, assignee })
  }
  if (news.length > 0 && told > singlesAtMost) {
    const facts = { location: title, stars: null, count: told }
    await raiseNotice(db, orgId, { notice: reviewNotices.review_new, subjectId: id, facts })
  }
  // Of edits each counts: who wrote something else before was a customer, and no flood.
  for (const each of met.filter(({ what }) => what === 'edited')) await followEdit(db, orgId, each, { title, assignee })
  return told
}

interface Where {
  readonly title: string
  readonly assignee: string | null
}

const betterBy: ReadonlyMap<number | null, string> = new Map([
  [3, taskOutcomes.reviewWith3],
  [4, taskOutcomes.reviewWith4],
  [5, taskOutcomes.reviewWith5],
])

/** A review that turned bad is a task as well, and one that turned good is none any more. */
const followEdit = async (db: Db, orgId: string, met: Met, where: Where): Promise<void> => {
  const { stars } = met.review
  if (isBad(stars) && !isBad(met.starsBefore)) await addReviewTask(db, orgId, met, where)
  if (!isBad(stars) && isBad(met.starsBefore)) {
    const outcome = betterBy.get(stars) ?? taskOutcomes.reviewWithoutStars
    await finishTasksOf(db, orgId, taskPrefix(met.id), { doneBy: null, outcome })
  }
}

/** No contact: who writes a review claims a name and proves nothing. */
const addReviewTask = async (db: Db, orgId: string, { id, version, review }: Met, where: Where): Promise<void> => {
  await addTask(db, orgId, {
    ...{ kind: 'next_action', title: taskTitle(review.stars, where.title), assignedTo: where.assignee },
    ...{ cause: { review_id: id }, causeKey: `${taskPrefix(id)}${version}` },
  })
}

const taskTitle = (stars: number | null, location: string): string =>
  `Reply to a review with ${stars === 1 ? '1 star' : `${stars} stars`}: ${location}`

/** Who connected the account, as long as they are a member. */
export const assigneeOf = async (db: Db, orgId: string, connectedBy: string | null): Promise<string | null> =>
  connectedBy !== null && (await findMember(db, orgId, connectedBy)) ? connectedBy : null

/** A member answered: nothing more is to be done. */
export const endNews = async (db: Db, orgId: string, reviewId: string, doneBy: string | null): Promise<void> => {
  await clearNotice(db, orgId, reviewNotices.review_new, reviewId)
  await finishTasksOf(db, orgId, taskPrefix(reviewId), { doneBy, outcome: taskOutcomes.replied })
}
