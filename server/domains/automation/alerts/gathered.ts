import type { Db } from '#core/context.ts'
import type { NoticeDefinition, NoticeFacts } from '#core/declared.ts'
import { clearNoticeOf, findRecentNotices, raiseNotice, restateNotice } from '#domains/platform/notifications/notices.ts'

/** More of one person at once are one notice: an import, a rule, a change of many, a colleague who leaves. */
const mostSingle = 3
/** What comes so soon after it belongs to it: a change of many is done in parts. */
const togetherMinutes = 10
/** So far it is counted what is still a member's: a notice of more keeps its number until fewer are left. */
export const mostRecounted = 1_000

/**
 * Raises a notice of each thing for one member, or one of them all where they are many, with those that came a moment before and are unread:
 * its `count` says how many, and `since` from when on they came.
 */
export const raiseGathered = async (
  db: Db,
  orgId: string,
  personId: string,
  things: readonly { readonly id: string; readonly at: Date; readonly facts: NoticeFacts }[],
  { each, all }: { readonly each: NoticeDefinition; readonly all: NoticeDefinition },
): Promise<void> => {
  const ids = new Set(things.map(({ id }) => id))
  const recent = await findRecentNotices(db, orgId, personId, { kinds: [each.kind, all.kind], minutes: togetherMinutes })
  const singles = recent.filter(({ kind, subject_id: id }) => kind === each.kind && !ids.has(id))
  const gathered = recent.filter(({ kind }) => kind === all.kind).map(({ facts }) => facts as NoticeFacts)
  const count = things.length + singles.length + gathered.reduce((sum, facts) => sum + Number(facts.count ?? 0), 0)
  if (gathered.length === 0 && count <= mostSingle) {
    for (const { id: subjectId, facts } of things) await raiseNotice(db, orgId, { notice: each, subjectId, personId, facts })
    return
  }
  for (const { kind, subject_id: subjectId } of recent)
    if (kind === each.kind) await clearNoticeOf(db, orgId, each, { subjectId, personId })
  const since = [
    ...things.map(({ at }) => at.toISOString()),
    // A notice is raised some time after what it is of.
    ...singles.map(({ at }) => new Date(at.getTime() - togetherMinutes * 60_000).toISOString()),
    ...gathered.map((facts) => facts.since).filter((from) => typeof from === 'string'),
  ].reduce((one, other) => (one < other ? one : other))
  await raiseNotice(db, orgId, { notice: all, subjectId: personId, personId, facts: { count, since } })
}

interface Recounting {
  /** How many of those since then are still theirs, up to `mostRecounted`. */
  readonly countLeft: (personId: string, since: string) => Promise<number>
  /** What is missing lies in the bin and may come back: a notice of which nothing is left is not shown, and stays. */
  readonly isOfBin?: boolean
}

/** Of members who lost some of what they were told of in one notice, or got it back: it says how many are theirs, and goes where none is. */
export const recountGathered = async (
  db: Db,
  orgId: string,
  all: NoticeDefinition,
  personIds: ReadonlySet<string>,
  { countLeft, isOfBin = false }: Recounting,
): Promise<void> => {
  if (personIds.size === 0) return
  const standing = await db
    .selectFrom('notices')
    .select(['person_id', 'facts'])
    .where('org_id', '=', orgId)
    .where('kind', '=', all.kind)
    .where('person_id', 'in', [...personIds])
    .execute()
  for (const { person_id: personId, facts } of standing) {
    const { count: told, since, whole } = facts as NoticeFacts
    // One of an earlier version does not say it.
    if (personId === null || typeof since !== 'string') continue
    const [count, found] = [Number(told), await countLeft(personId, since)]
    // With what lies in the bin. Those that were told of singly, later, are not among them.
    const most = Number(whole ?? count)
    const left = found < mostRecounted ? Math.min(found, most) : isOfBin ? most : count
    const kept = isOfBin ? most : most - Math.max(0, count - left)
    if (left === 0 && kept === 0) await clearNoticeOf(db, orgId, all, { subjectId: personId, personId })
    else if (left !== count)
      await restateNotice(db, orgId, {
        ...{ notice: all, subjectId: personId },
        facts: { count: left, since, ...(kept > left && { whole: kept }) },
      })
  }
}
