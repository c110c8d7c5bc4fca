import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'

export type ReadingRow = Selectable<Tables['mailbox_readings']>

/** How much of a mailbox is read at first. Older mails are read on request. */
export const firstDays = 90
const dayMs = 86_400_000

/** A reader says every five seconds that it lives; one that is silent for so long is dead, and another takes over. */
const leaseMs = 30_000
export const beatMs = 5_000
/** By the database's clock, which all readers share: of one whose own clock is behind, a turn that is over would not be. */
const leasedUntil = sql<Date>`now() + make_interval(secs => ${sql.lit(leaseMs / 1_000)})`

export const beginReading = async (db: Db, orgId: string, mailboxId: string, now: Date): Promise<void> => {
  await db
    .insertInto('mailbox_readings')
    .values({
      ...{ org_id: orgId, id: mailboxId, since: new Date(now.getTime() - firstDays * dayMs) },
      ...{ next_poll_at: now, listen_due_at: now },
    })
    .onConflict((conflict) =>
      // With another password, or another server: who listens has the old one.
      conflict
        .columns(['org_id', 'id'])
        .doUpdateSet({ next_poll_at: now, listen_due_at: now, listener: null, listen_failures: 0 }),
    )
    .execute()
}

export const findReading = (db: Db, orgId: string, mailboxId: string): Promise<ReadingRow | undefined> =>
  db.selectFrom('mailbox_readings').selectAll().where('org_id', '=', orgId).where('id', '=', mailboxId).executeTakeFirst()

/**
 * Takes the turn of reading a mailbox; undefined where another reader has it. That one reads again when it is done. If it died, the one
 * that asks again at `askAgainAt` does (`isAgain`): one, however many were turned away.
 */
export const beginTurn = async (
  db: Db,
  {
    orgId,
    mailboxId,
    isAgain = false,
  }: { readonly orgId: string; readonly mailboxId: string; readonly isAgain?: boolean | undefined },
): Promise<{ readonly reading?: ReadingRow; readonly askAgainAt?: Date }> => {
  const reading = await db
    .updateTable('mailbox_readings')
    .set({ leased_until: leasedUntil, is_wanted: false })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', sql<Date>`now()`)]))
    // Read meanwhile, for all who were turned away.
    .$if(isAgain, (update) => update.where('is_wanted', '=', true))
    .returningAll()
    .executeTakeFirst()
  if (reading) return { reading }
  const turnedAway = await db
    .updateTable('mailbox_readings')
    .set({ is_wanted: true })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where('leased_until', '>=', sql<Date>`now()`)
    .where('is_wanted', '=', isAgain)
    .returning('leased_until')
    .executeTakeFirst()
  return turnedAway?.leased_until ? { askAgainAt: new Date(turnedAway.leased_until.getTime() + 1) } : {}
}

export const keepTurn = async (db: Db, orgId: string, mailboxId: string): Promise<void> => {
  await db
    .updateTable('mailbox_readings')
    .set({ leased_until: leasedUntil })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .execute()
}

type Change = Partial<Omit<ReadingRow, 'org_id' | 'id'>>

export const change = async (db: Db, orgId: string, mailboxId: string, values: Change): Promise<void> => {
  await db.updateTable('mailbox_readings').set(values).where('org_id', '=', orgId).where('id', '=', mailboxId).execute()
}

/** The turn ends. Answers whether another asked meanwhile. */
export const endTurn = async (
  db: Db,
  orgId: string,
  mailboxId: string,
  values: Pick<ReadingRow, 'next_poll_at'> & Change,
): Promise<boolean> => {
  const ended = await db
    .updateTable('mailbox_readings')
    .set({ ...values, leased_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .returning('is_wanted')
    .executeTakeFirst()
  return ended?.is_wanted ?? false
}

/** The turn ends without success: since when it could not be read, and why. What was copied stays. */
export const fallBehind = async (
  db: Db,
  orgId: string,
  mailboxId: string,
  { reason, now, nextPollAt }: { readonly reason: string; readonly now: Date; readonly nextPollAt: Date },
): Promise<void> => {
  await db
    .updateTable('mailbox_readings')
    .set({
      behind_since: sql`coalesce(behind_since, ${now})`,
      ...{ last_error: reason.slice(0, 500), next_poll_at: nextPollAt, leased_until: null },
    })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .execute()
}
