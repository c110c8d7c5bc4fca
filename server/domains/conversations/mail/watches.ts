import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'

const hourMs = 3_600_000

interface AnyMailbox {
  readonly orgId: string
  readonly mailboxId: string
}

/** Each mailbox has its own place in the day, so that those that were connected together are not asked for together for ever. */
const shareOf = (mailboxId: string): number => Number.parseInt(mailboxId.slice(-6), 16) / 0xff_ffff

/** Daily, though a wish holds for a week: six failures in a row cost nothing. */
export const renewalMs = (mailboxId: string): number => (20 + 4 * shareOf(mailboxId)) * hourMs
/** What failed is tried again, and what was begun and died. */
export const retryMs = (mailboxId: string): number => (0.75 + 0.5 * shareOf(mailboxId)) * hourMs

/** Mailboxes of any workspace whose provider is to be asked again to tell of changes. */
export const findUnwatched = async (db: Db, now: Date, most: number): Promise<AnyMailbox[]> => {
  const { rows } = await sql<{ org_id: string; id: string }>`
    select org_id, id from unwatched_mailboxes(${now}, ${most})`.execute(db)
  return rows.map(({ org_id: orgId, id: mailboxId }) => ({ orgId, mailboxId }))
}

/** Of an address at a provider, in any workspace that reads it. */
export const findMailboxesOfAddress = async (
  db: Db,
  { provider, emailKey, isSandbox }: { readonly provider: string; readonly emailKey: string; readonly isSandbox: boolean },
): Promise<AnyMailbox[]> => {
  const { rows } = await sql<{ org_id: string; id: string }>`
    select org_id, id from mailboxes_of_address(${provider}, ${emailKey}, ${isSandbox})`.execute(db)
  return rows.map(({ org_id: orgId, id: mailboxId }) => ({ orgId, mailboxId }))
}

/** The turn to ask its provider; false where another has it. */
export const beginWatch = async (db: Db, { orgId, mailboxId }: AnyMailbox, now: Date): Promise<boolean> => {
  const begun = await db
    .updateTable('mailbox_readings')
    .set({ watch_due_at: new Date(now.getTime() + retryMs(mailboxId)) })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where('watch_due_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

interface WatchOutcome {
  readonly dueAt: Date
  /** Absent where it failed: what was asked for before may hold. */
  readonly until?: Date | null
  readonly error: string | null
}

export const endWatch = async (
  db: Db,
  { orgId, mailboxId }: AnyMailbox,
  { dueAt, until, error }: WatchOutcome,
): Promise<void> => {
  await db
    .updateTable('mailbox_readings')
    .set({
      ...{ watch_due_at: dueAt, watch_error: error?.slice(0, 500) ?? null },
      ...(until !== undefined && { watched_until: until }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .execute()
}

/** Whether its provider is to be told to end it: it tells of an account, and another workspace may have the same one. */
export const isWatchedAlone = async (db: Db, { orgId, mailboxId }: AnyMailbox): Promise<boolean> => {
  const watched = await db
    .selectFrom('mailbox_readings')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where('watched_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const mailbox = watched && (await findMailbox(db, orgId, mailboxId))
  const connection = mailbox && (await findConnection(db, orgId, mailboxId))
  if (!mailbox || !connection) return false
  const { provider, email_key: emailKey } = mailbox
  const all = await findMailboxesOfAddress(db, { provider, emailKey, isSandbox: connection.mode === 'sandbox' })
  return all.every((each) => each.orgId === orgId && each.mailboxId === mailboxId)
}

/** A reading that is asked for and did not begin hears of all that came before it. One that got lost is not waited for. */
const lost = sql<Date>`now() - interval '1 minute'`

/** Whether a reading is to be asked for because of a hint; false where one is on its way already. By the database's clock. */
export const takeMailboxHint = async (db: Db, { orgId, mailboxId }: AnyMailbox): Promise<boolean> => {
  const taken = await db
    .updateTable('mailbox_readings')
    .set({ hinted_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where((row) => row.or([row('hinted_at', 'is', null), row('hinted_at', '<', lost)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
