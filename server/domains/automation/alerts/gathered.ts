import type { Db } from '#core/context.ts'
import type { NoticeDefinition, NoticeFacts } from '#core/declared.ts'
import { clearNoticeOf, findRecentNotices, raiseNotice } from '#domains/platform/notifications/notices.ts'

/** More of one person at once are one notice: an import, a rule, a change of many, a colleague who leaves. */
const mostSingle = 3
/** What comes so soon after it belongs to it: a change of many is done in parts. */
const togetherMinutes = 10

/**
 * Raises a notice of each thing for one member, or one of them all where they are many, with those that came a moment before and are unread:
 * its `count` says how many.
 */
export const raiseGathered = async (
  db: Db,
  orgId: string,
  personId: string,
  things: readonly { readonly id: string; readonly facts: NoticeFacts }[],
  { each, all }: { readonly each: NoticeDefinition; readonly all: NoticeDefinition },
): Promise<void> => {
  const ids = new Set(things.map(({ id }) => id))
  const recent = await findRecentNotices(db, orgId, personId, { kinds: [each.kind, all.kind], minutes: togetherMinutes })
  const singles = recent.filter(({ kind, subject_id: id }) => kind === each.kind && !ids.has(id))
  const gathered = recent.filter(({ kind }) => kind === all.kind).map(({ facts }) => Number((facts as NoticeFacts).count ?? 0))
  const count = things.length + singles.length + gathered.reduce((one, other) => one + other, 0)
  if (count <= mostSingle) {
    for (const { id: subjectId, facts } of things) await raiseNotice(db, orgId, { notice: each, subjectId, personId, facts })
    return
  }
  for (const { kind, subject_id: subjectId } of recent)
    if (kind === each.kind) await clearNoticeOf(db, orgId, each, { subjectId, personId })
  await raiseNotice(db, orgId, { notice: all, subjectId: personId, personId, facts: { count } })
}
