import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import type { ReadMail } from '#shapes/mime/mails.ts'
import { recordBounce } from './bounced-mails.ts'
import { hasAnswer } from './calendar-answers.ts'
import { emailEvents } from './events.ts'
import { freshTextOf } from './fresh-texts.ts'
import { isSilent, type MailRow, settlePlaces } from './mails.ts'
import { type Filing, fileInThreads, leaveThreads } from './thread-mails.ts'

/** What a reader knows of a mailbox: asked once for a page of mails. */
export interface Reading extends Filing {
  readonly roles: ReadonlyMap<string, readonly string[]>
}

/** As much of a mail as its threads need, where the reader has it in hand. */
type Said = Pick<ReadMail, 'text' | 'html' | 'calendars'> & { readonly bounce?: ReadMail['bounce'] }

/** What follows from a mail that is neither junk nor a draft nor thrown away: its threads, the mail that it returns, the invitation it answers. */
export const enterThreads = async (db: Db, orgId: string, row: MailRow, said: Said, reading: Reading): Promise<void> => {
  if (said.bounce) await recordBounce(db, orgId, row.mailbox_id, said.bounce)
  await fileInThreads(db, orgId, row, { text: freshTextOf(said), personId: row.person_id }, reading)
  if (row.direction === 'in' && hasAnswer(said, row.at))
    await recordEvent(db, orgId, emailEvents.answered, row.id, { mailbox_id: row.mailbox_id })
}

/**
 * Brings mails up to their places, and threads up to that: one that was taken out of spam or trash shows in the threads of those it is
 * with, and one that was thrown away leaves them (what a team has in its conversations stays). Answers those that are nowhere any more.
 */
export const settleMails = async (
  db: Db,
  orgId: string,
  mailIds: readonly string[],
  reading: Reading,
  known?: Said,
): Promise<string[]> => {
  if (mailIds.length === 0) return []
  const before = new Map((await findMails(db, orgId, mailIds)).map((row) => [row.id, row]))
  const gone = await settlePlaces(db, orgId, mailIds)
  for (const row of await findMails(db, orgId, mailIds)) {
    const was = before.get(row.id)
    if (!was || gone.includes(row.id)) continue
    const wasQuiet = was.gone_at !== null || isSilent(was.folders, reading.roles)
    const isQuiet = isSilent(row.folders, reading.roles)
    if (isQuiet && !wasQuiet && reading.mailbox.kind === 'personal') await leaveThreads(db, orgId, row)
    if (isQuiet) continue
    const mail = await asSentByUs(db, row, reading)
    if (wasQuiet || mail.direction !== row.direction)
      await enterThreads(db, orgId, mail, known ?? (await findSaid(db, orgId, row.id)), reading)
  }
  return gone
}

const findMails = (db: Db, orgId: string, ids: readonly string[]): Promise<MailRow[]> =>
  db
    .selectFrom('mailbox_mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .execute()

/** One's own mail comes back by the inbox where one is in its Cc; that it was sent from here is known once it lies among what was sent. */
const asSentByUs = async (db: Db, row: MailRow, { roles, mailbox }: Reading): Promise<MailRow> => {
  const isSent = roles.get('sent')?.some((id) => row.folders.includes(id)) ?? false
  const isFromHere = row.from_email !== null && keyOf({ email: row.from_email }) === keyOf(mailbox)
  if (row.direction !== 'in' || !isSent || !isFromHere) return row
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
    .select(['text', 'html', 'calendars'])
    .where('org_id', '=', orgId)
    .where('id', '=', mailId)
    .executeTakeFirst()
  return {
    text: body?.text ?? null,
    html: body?.html ?? null,
    calendars: (body?.calendars ?? []) as Said['calendars'],
  }
}
