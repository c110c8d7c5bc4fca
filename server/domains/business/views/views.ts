import { sql } from 'kysely'
import type { Db, Emit } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { classOf } from '#domains/conversations/mail/load-classes.ts'
import type { LoadClass } from '#domains/conversations/mail/load-rules.ts'
import { recordOpened, recordPagesViewed } from '../documents/openings.ts'
import { emitDocument } from '../documents/signing.ts'
import { proposalEvents } from '../proposals/events.ts'
import { findProposalFacts } from '../proposals/proposal-facts.ts'
import { sentAtOf, type ViewedLink } from './view-links.ts'

const halfHourMs = 1_800_000
/** The most that one page says of itself at once, and that is believed of one view. */
const longestSeconds = 1_800
const longestViewSeconds = 6 * 3_600
/** A document has at most 500 pages. */
const mostParts = 500

/** One load of a page, or what a page says of itself after its viewer moved the pointer, pressed or typed. */
export interface Look {
  readonly at: Date
  /** The rule that knows the program; of what it was called and where it came from no more is kept. */
  readonly program: string | null
  readonly isMember: boolean
  /** A page was loaded, by whatever program. */
  readonly isLoad: boolean
  readonly attention: Attention | null
}

/** For how long what was seen. */
export interface Attention {
  readonly seconds: number
  /** By page (`p1`) or section (`s1`, `prices`). */
  readonly parts: ReadonlyMap<string, number>
}

/** As a page sends it: `parts` is `p1:20,prices:240`. What cannot be is left out. */
export const readAttention = ({ seconds, parts }: { readonly seconds?: unknown; readonly parts?: unknown }): Attention => {
  const asSeconds = (text: unknown): number => Math.min(Math.max(Math.round(Number(text)) || 0, 0), longestSeconds)
  const read = new Map<string, number>()
  for (const part of String(parts ?? '')
    .slice(0, 8_000)
    .split(',')
    .slice(0, mostParts)) {
    const [, name, spent] = /^(p[1-9]\d{0,2}|s[1-9]\d?|prices):(\d{1,6})$/.exec(part) ?? []
    if (name !== undefined) read.set(name, asSeconds(spent))
  }
  return { seconds: asSeconds(seconds), parts: read }
}

interface Grouped {
  readonly class: LoadClass
  readonly reason: string
  readonly first: Date
  last: Date
  times: number
  isAttended: boolean
  seconds: number
  readonly parts: Map<string, number>
}

/**
 * Writes what happened at one link, in a transaction of its workspace: of each class a row for half an hour, however many looks there are.
 * Writers of the same link wait for each other. The first attention of a person in that half hour is an event.
 */
export const recordLooks = async (
  { db, emit }: { readonly db: Db; readonly emit: Emit },
  link: ViewedLink,
  looks: readonly Look[],
): Promise<void> => {
  const sent = await sentAtOf(db, link)
  if (!sent || looks.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`view ${'documentId' in link ? link.signerId : link.proposalId}`}, 0))`.execute(
    db,
  )
  const groups = new Map<LoadClass, Grouped>()
  for (const look of looks) gather(groups, look, sent.at)
  for (const group of groups.values()) {
    const isNews = await write(db, link, group, sent.version)
    if (group.class !== 'person') continue
    if (isNews) await notifyViewed({ db, emit }, link)
    // What was looked at for less than a second was scrolled past.
    const pages = [...group.parts].flatMap(([part, seconds]) =>
      part.startsWith('p') && seconds > 0 ? Number(part.slice(1)) || [] : [],
    )
    if ('documentId' in link && pages.length > 0) await recordPagesViewed(db, link.orgId, link, pages)
  }
}

const gather = (
  groups: Map<LoadClass, Grouped>,
  { at, program, isMember, isLoad, attention }: Look,
  sentAt: Date | null,
): void => {
  // Programs that check mails press nothing: soon after the email is no sign of them where a viewer did.
  const sinceSentMs = attention !== null || sentAt === null ? null : at.getTime() - sentAt.getTime()
  const { class: name, reason } = classOf({ program, sinceSentMs, isMember })
  const group: Grouped = groups.get(name) ?? {
    class: name,
    reason,
    first: at,
    last: at,
    times: 0,
    isAttended: false,
    seconds: 0,
    parts: new Map(),
  }
  groups.set(name, group)
  if (at > group.last) group.last = at
  if (isLoad) group.times++
  if (attention !== null) {
    group.isAttended = true
    group.seconds += attention.seconds
    for (const [part, seconds] of attention.parts) group.parts.set(part, (group.parts.get(part) ?? 0) + seconds)
  }
}

/** True where this is the first attention of the half hour. */
const write = async (db: Db, link: ViewedLink, group: Grouped, version: number | null): Promise<boolean> => {
  const ids =
    'documentId' in link
      ? { document_id: link.documentId, signer_id: link.signerId }
      : { proposal_id: link.proposalId, version }
  let query = db.selectFrom('page_views').selectAll().where('org_id', '=', link.orgId).where('class', '=', group.class)
  query =
    'documentId' in link
      ? query.where('document_id', '=', link.documentId).where('signer_id', '=', link.signerId)
      : query.where('proposal_id', '=', link.proposalId)
  const last = await query.orderBy('first_at', 'desc').limit(1).executeTakeFirst()
  // Who goes on reading looks once, however long it takes; who comes again after half an hour looks again.
  const since = group.times > 0 ? last?.first_at : last?.last_at
  const isSame = last !== undefined && since !== undefined && group.first.getTime() - since.getTime() < halfHourMs
  const parts = new Map(Object.entries(isSame ? (last.parts as Record<string, number>) : {}))
  for (const [part, seconds] of group.parts)
    if (parts.has(part) || parts.size < mostParts)
      parts.set(part, Math.min((parts.get(part) ?? 0) + seconds, longestViewSeconds))
  const values = {
    last_at: isSame && last.last_at > group.last ? last.last_at : group.last,
    times: isSame ? last.times + group.times : Math.max(group.times, 1),
    is_attended: group.isAttended || (isSame && last.is_attended),
    seconds: Math.min((isSame ? last.seconds : 0) + group.seconds, longestViewSeconds),
    parts: JSON.stringify(Object.fromEntries(parts)),
  }
  if (isSame)
    await db.updateTable('page_views').set(values).where('org_id', '=', link.orgId).where('id', '=', last.id).execute()
  else
    await db
      .insertInto('page_views')
      .values({
        ...{ org_id: link.orgId, id: newId(), class: group.class, reason: group.reason, first_at: group.first },
        ...{ ...ids, ...values },
      })
      .execute()
  return group.isAttended && !(isSame && last.is_attended)
}

const notifyViewed = async ({ db, emit }: { readonly db: Db; readonly emit: Emit }, link: ViewedLink): Promise<void> => {
  if ('documentId' in link) {
    await recordOpened(db, link.orgId, link)
    await emitDocument({ db, orgId: link.orgId, emit }, 'viewed', link.documentId)
    return
  }
  const [proposal] = await findProposalFacts(db, link.orgId, [link.proposalId])
  if (proposal) await emit(proposalEvents.viewed, link.proposalId, { proposal })
}
