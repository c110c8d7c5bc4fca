import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { atLeast, type Role, roles } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import type { NoticeDefinition, NoticeFacts } from '#core/declared.ts'
import { declared, oneOf } from '#core/declared.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { NoticeTopic } from '#core/notice-topics.ts'
import { shape } from '#shapes'
import { noticeEvents } from './events.ts'

export const NoticeKind = oneOf('NoticeKind', () => declared.notices.keys())

/**
 * Raises a notice in the caller's transaction. The same trouble of the same thing stays one notice: raised again, it moves
 * to the top as unread. With `personId` it is for that person alone. `facts` are what the app's sentence is made of (a name, a count): no secret, no body.
 */
export const raiseNotice = async (
  db: Db,
  orgId: string,
  {
    notice,
    ...about
  }: {
    notice: NoticeDefinition
    subjectId: string
    personId?: string
    /** Who needs to know, where that is another role than for most notices of the kind. */
    least?: Role
    facts: NoticeFacts
  },
): Promise<void> => {
  const id = newId()
  const facts = JSON.stringify(about.facts)
  await db
    .insertInto('notices')
    .values({
      org_id: orgId,
      id,
      kind: notice.kind,
      subject_id: about.subjectId,
      person_id: about.personId ?? null,
      facts,
      least_role: about.least ?? notice.least,
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'kind', 'subject_id', 'person_id']).doUpdateSet({ id, facts, at: (set) => set.fn('now') }),
    )
    .execute()
  await recordEvent(db, orgId, noticeEvents.raised, id, { kind: notice.kind })
}

/**
 * Raises a notice of what happens again and again, the last time at `newestAt`: at once when it begins, and then once a day where more
 * came since.
 */
export const raiseNoticeDaily = async (
  db: Db,
  orgId: string,
  { newestAt, ...raised }: Parameters<typeof raiseNotice>[2] & { readonly newestAt: Date },
): Promise<void> => {
  const told = await db
    .selectFrom('notices')
    .select(['at', sql<boolean>`at > now() - interval '1 day'`.as('is_recent')])
    .where('org_id', '=', orgId)
    .where('kind', '=', raised.notice.kind)
    .where('subject_id', '=', raised.subjectId)
    .where('person_id', 'is', null)
    .executeTakeFirst()
  if (!told || (!told.is_recent && told.at < newestAt)) await raiseNotice(db, orgId, raised)
}

/** Says of a notice that stands how things are now. It stays where it is: to its readers this is no news. */
export const restateNotice = async (
  db: Db,
  orgId: string,
  { notice, subjectId, facts }: { readonly notice: NoticeDefinition; readonly subjectId: string; readonly facts: NoticeFacts },
): Promise<void> => {
  await db
    .updateTable('notices')
    .set({ facts: JSON.stringify(facts) })
    .where('org_id', '=', orgId)
    .where('kind', '=', notice.kind)
    .where('subject_id', '=', subjectId)
    .execute()
}

/** What was told to one user alone goes to another; where both were told the same, the other's own is enough. */
export const handOnNotices = async (db: Db, orgId: string, fromUserId: string, toUserId: string): Promise<void> => {
  await sql`
    update notices n set person_id = ${toUserId} where n.org_id = ${orgId} and n.person_id = ${fromUserId} and not exists (
      select from notices o where o.org_id = n.org_id and o.kind = n.kind and o.subject_id = n.subject_id and o.person_id = ${toUserId})
  `.execute(db)
}

/** Takes away what was said to one person of a thing, once they saw it there. */
export const clearNoticeOf = async (
  db: Db,
  orgId: string,
  notice: NoticeDefinition,
  { subjectId, personId }: { readonly subjectId: string; readonly personId: string },
): Promise<void> => {
  await db
    .deleteFrom('notices')
    .where('org_id', '=', orgId)
    .where('kind', '=', notice.kind)
    .where('subject_id', '=', subjectId)
    .where('person_id', '=', personId)
    .execute()
}

/** Takes a notice away once its trouble is over. */
export const clearNotice = async (db: Db, orgId: string, notice: NoticeDefinition, subjectId: string): Promise<void> => {
  await db
    .deleteFrom('notices')
    .where('org_id', '=', orgId)
    .where('kind', '=', notice.kind)
    .where('subject_id', '=', subjectId)
    .execute()
}

/** Takes away what was said of things that are removed for good: it names them. */
export const forgetNotices = async (db: Db, orgId: string, subjectIds: readonly string[]): Promise<void> => {
  await sql`delete from notices where org_id = ${orgId} and subject_id = any(${[...subjectIds]}::uuid[])`.execute(db)
}

/** Of notices that stay, what was said of things that are removed for good: their `reason`. `fact` names the things. */
export const forgetReasons = async (
  db: Db,
  orgId: string,
  { kind }: NoticeDefinition,
  { fact, values }: { readonly fact: string; readonly values: readonly string[] },
): Promise<void> => {
  await sql`
    update notices set facts = facts || '{"reason": null}'
    where org_id = ${orgId} and kind = ${kind} and facts ->> ${fact} = any(${[...values]}::text[])`.execute(db)
}

/** Clears notices within a statement that tells of which things: rows of `id`. */
export const noticesCleared = (orgId: string, notice: NoticeDefinition, subjects: RawBuilder<unknown>) =>
  sql`delete from notices where org_id = ${orgId} and kind = ${notice.kind} and subject_id in (${subjects})`

/** A notice as one person sees it. */
export const Notice = shape('Notice', {
  id: z.uuid(),
  kind: NoticeKind,
  topic: NoticeTopic,
  /** What it is about: the mail, the webhook, the delivery, the member. */
  subject_id: z.uuid(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  at: z.iso.datetime(),
  read: z.boolean(),
})

export type Reader = { readonly id: string; readonly role: Role }

/** Those that a person may see, whether or not they want to. One of many of which none is left stays for what may come back from the bin. */
export const noticesFor = (db: Db, orgId: string, person: Reader) =>
  db
    .selectFrom('notices')
    .leftJoin('notice_readers', (join) => join.on('notice_readers.org_id', '=', orgId).on('notice_readers.id', '=', person.id))
    .where('notices.org_id', '=', orgId)
    .where((where) => where.or([where('notices.person_id', 'is', null), where('notices.person_id', '=', person.id)]))
    .where(
      'notices.least_role',
      'in',
      roles.filter((role) => atLeast(person.role, role)),
    )
    .where(sql<boolean>`notices.facts ->> 'count' is distinct from '0'`)

/** Without what they do not want to see in the app. */
const shownTo = (db: Db, orgId: string, person: Reader, hidden: readonly string[]) => {
  const all = noticesFor(db, orgId, person)
  return hidden.length > 0 ? all.where('notices.kind', 'not in', hidden) : all
}

/** Those that lie beyond what the person has read. */
export const unreadOf = (notices: ReturnType<typeof noticesFor>) =>
  notices.where((where) =>
    where.or([where('notice_readers.read_to', 'is', null), where('notices.id', '>', where.ref('notice_readers.read_to'))]),
  )

/** What one member alone was told of these kinds within the last minutes, and has not read. */
export const findRecentNotices = (
  db: Db,
  orgId: string,
  personId: string,
  { kinds, minutes }: { readonly kinds: readonly string[]; readonly minutes: number },
) =>
  unreadOf(noticesFor(db, orgId, { id: personId, role: 'member' }))
    .select(['notices.kind', 'notices.subject_id', 'notices.facts', 'notices.at'])
    .where('notices.person_id', '=', personId)
    .where('notices.kind', 'in', kinds)
    .where('notices.at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .execute()

/** Newest first, below the cursor, without kinds that are hidden from the person (`hiddenKinds`). */
export const findNotices = async (
  db: Db,
  orgId: string,
  person: Reader,
  { hidden, cursor, limit }: { hidden: readonly string[]; cursor?: string | undefined; limit: number },
): Promise<z.output<typeof Notice>[]> => {
  let query = shownTo(db, orgId, person, hidden)
    .selectAll('notices')
    .select('notice_readers.read_to')
    .orderBy('notices.id', 'desc')
    .limit(limit)
  if (cursor) query = query.where('notices.id', '<', cursor)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    topic: declared.notices.get(row.kind)?.topic ?? 'workspace',
    subject_id: row.subject_id,
    facts: row.facts as Record<string, string | number | null>,
    at: row.at.toISOString(),
    read: row.read_to !== null && row.id <= row.read_to,
  }))
}

export const unreadNotices = async (db: Db, orgId: string, person: Reader, hidden: readonly string[]): Promise<number> => {
  const { unread } = await unreadOf(shownTo(db, orgId, person, hidden))
    .select((select) => select.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** Up to and including a notice, everything is read; a mark never moves back. */
export const markRead = async (db: Db, orgId: string, personId: string, readTo: string): Promise<void> => {
  await db
    .insertInto('notice_readers')
    .values({ org_id: orgId, id: personId, read_to: readTo })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'id']).doUpdateSet({ read_to: readTo }).where('notice_readers.read_to', '<', readTo),
    )
    .execute()
}
