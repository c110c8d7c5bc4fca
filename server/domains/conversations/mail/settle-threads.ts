import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { findHolders, identitiesOf } from '#domains/crm/identities/identity-keys.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import type { ReadMail } from '#shapes/mime/mails.ts'
import { findReports, Report, recordBounce, showReturned } from './bounced-mails.ts'
import { hasAnswer } from './calendar-answers.ts'
import { emailEvents } from './events.ts'
import { freshTextOf } from './fresh-texts.ts'
import { hideInThreads, leaveThreads } from './mail-copies.ts'
import { isSilent, type MailRow, settlePlaces } from './mails.ts'
import { isKept } from './own-addresses.ts'
import { type Filing, fileInThreads, outsidersOf, type Parties } from './thread-mails.ts'

/** What a reader knows of a mailbox: asked once for a page of mails. */
export interface Reading extends Filing {
  readonly roles: ReadonlyMap<string, readonly string[]>
}

/** As much of a mail as its threads need. */
interface Said extends Pick<ReadMail, 'text' | 'html' | 'calendars'> {
  readonly bounce: Report | null
}

/**
 * What follows from a mail that is neither junk nor a draft nor thrown away: its threads, the mail that it returns, the invitation it
 * answers. A repeat changes nothing.
 */
export const enterThreads = async (db: Db, orgId: string, row: MailRow, said: Said, reading: Reading): Promise<void> => {
  if (said.bounce) await recordBounce(db, orgId, row.mailbox_id, said.bounce)
  await fileInThreads(db, orgId, row, { text: freshTextOf(said), personId: row.person_id }, reading)
  if (row.direction === 'out') {
    await showReturned(db, orgId, row)
    // The newest mails are read first: what was returned may have been heard of before.
    for (const { folders, report } of await findReports(db, orgId, row))
      if (!isSilent(folders, reading.roles, reading.mailbox)) await recordBounce(db, orgId, row.mailbox_id, report)
  } else if (hasAnswer(said, row.at)) {
    await recordEvent(db, orgId, emailEvents.answered, row.id, { mailbox_id: row.mailbox_id })
  }
}

/** As much of a new mail as says whether anything follows from it. */
export type NewMail = Pick<MailRow, 'id'> & Parties & { readonly folders: readonly string[] }

/**
 * Of new mails those from which something follows for threads. In a personal mailbox that is few, since most mail is with people who are no
 * contacts: one statement finds that out for all, where several were asked for each mail.
 */
export const thoseOfThreads = async <Mail extends { readonly row: NewMail; readonly mail: Said }>(
  db: Db,
  orgId: string,
  mails: readonly Mail[],
  reading: Reading,
): Promise<Mail[]> => {
  // Each writer to a team becomes a contact, with whom the next of these mails may be.
  if (reading.mailbox.kind === 'team') return [...mails]
  const withPeople = mails.map((each) => ({
    ...each,
    given: outsidersOf(each.row, reading).flatMap(({ email }) => identitiesOf(orgId, { email })),
  }))
  const identities = new Map(withPeople.flatMap(({ given }) => given.map((each) => [each.key, each] as const)))
  const holders = identities.size === 0 ? [] : await findHolders(db, orgId, [...identities.values()])
  const isHeld = new Set(holders.map(({ key }) => key))
  return mails.filter(
    ({ row, mail }, at) =>
      row.direction === 'out' ||
      mail.bounce !== null ||
      mail.calendars.length > 0 ||
      withPeople[at]?.given.some(({ key }) => isHeld.has(key)),
  )
}

/**
 * Brings mails up to their places, and threads up to that: one that was taken out of spam or trash shows in the threads of those it is
 * with, and one that was thrown away leaves them (what a team has in its conversations stays). Answers those that are nowhere any more.
 */
export const settleMails = async (db: Db, orgId: string, mailIds: readonly string[], reading: Reading): Promise<string[]> => {
  if (mailIds.length === 0) return []
  const before = new Map((await findMails(db, orgId, mailIds)).map((row) => [row.id, row]))
  const gone = await settlePlaces(db, orgId, mailIds)
  for (const row of await findMails(db, orgId, mailIds)) {
    const was = before.get(row.id)
    if (!was || gone.includes(row.id)) continue
    const wasQuiet = was.gone_at !== null || isSilent(was.folders, reading.roles, reading.mailbox)
    const isQuiet = isSilent(row.folders, reading.roles, reading.mailbox)
    // Also one that was gone a moment ago: it was moved.
    if (isQuiet && reading.mailbox.kind === 'personal') await leaveThreads(db, orgId, row)
    if (isQuiet) continue
    const mail = await asSentByUs(db, row, reading)
    if (wasQuiet || mail.direction !== row.direction)
      await enterThreads(db, orgId, mail, await findSaid(db, orgId, row.id), reading)
  }
  return gone
}

/**
 * Brings the threads of one mail up to who may read its mailbox, whom its owner keeps to themselves, and who is of us by now. What stands in
 * a conversation of the team stays there, unless its owner excludes it.
 */
export const settleThreads = async (
  db: Db,
  orgId: string,
  row: MailRow,
  said: Pick<ReadMail, 'text' | 'html'>,
  reading: Reading,
): Promise<void> => {
  const isTeam = reading.mailbox.kind === 'team'
  const isQuiet = row.gone_at !== null || isSilent(row.folders, reading.roles, reading.mailbox)
  if (isKept(row, reading.mailbox) || (isQuiet && !isTeam)) {
    await leaveThreads(db, orgId, row)
    return
  }
  await hideInThreads(db, orgId, row, reading.mailbox)
  if (isQuiet) return
  const mail = await asSentByUs(db, row, reading)
  const shown = await fileInThreads(db, orgId, mail, { text: freshTextOf(said), personId: mail.person_id }, reading)
  if (mail.direction === 'out') await showReturned(db, orgId, mail)
  if (!isTeam) await leaveThreads(db, orgId, mail, shown)
}

export const findMails = (db: Db, orgId: string, ids: readonly string[]): Promise<MailRow[]> =>
  db
    .selectFrom('mailbox_mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .execute()

/**
 * One's own mail comes back by the inbox where one is in its Cc; that it was sent from here is known once it lies among what was sent. A
 * stranger writes any From, and puts nothing there. What stood in threads as theirs stands there as ours.
 */
const asSentByUs = async (db: Db, row: MailRow, { roles, own }: Reading): Promise<MailRow> => {
  const isSent = roles.get('sent')?.some((id) => row.folders.includes(id)) ?? false
  const isFromUs = row.from_email !== null && own.addresses.has(keyOf({ email: row.from_email }) ?? '')
  if (row.direction !== 'in' || !isSent || !isFromUs) return row
  await leaveThreads(db, row.org_id, row)
  return db
    .updateTable('mailbox_mails')
    .set({ direction: 'out' })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const findSaid = async (db: Db, orgId: string, mailId: string): Promise<Said> => {
  const body = await db
    .selectFrom('mailbox_bodies')
    .select(['text', 'html', 'calendars', 'report'])
    .where('org_id', '=', orgId)
    .where('id', '=', mailId)
    .executeTakeFirst()
  return {
    text: body?.text ?? null,
    html: body?.html ?? null,
    calendars: (body?.calendars ?? []) as Said['calendars'],
    bounce: body?.report ? Report.parse(body.report) : null,
  }
}
