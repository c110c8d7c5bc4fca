import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'

export type ReadingRow = Selectable<Tables['mailbox_readings']>

/** A reader says every five seconds that it lives; one that is silent for so long is dead, and another takes over. */
const leaseMs = 30_000
export const beatMs = 5_000
/** By the database's clock, which all readers share: of one whose own clock is behind, a turn that is over would not be. */
const leasedUntil = sql<Date>`now() + make_interval(secs => ${sql.lit(leaseMs / 1_000)})`

/** `watchDueAt`: when its provider is asked again to tell of changes; null where it tells nothing. */
export const beginReading = async (
  db: Db,
  orgId: string,
  mailboxId: string,
  { now, watchDueAt }: { readonly now: Date; readonly watchDueAt: Date | null },
): Promise<void> => {
  await db
    .insertInto('mailbox_readings')
    .values({
      ...{ org_id: orgId, id: mailboxId, next_poll_at: now, listen_due_at: now, watch_due_at: watchDueAt },
    })
    .onConflict((conflict) =>
      // With another password, or another server: who listens has the old one.
      conflict
        .columns(['org_id', 'id'])
        .doUpdateSet({ next_poll_at: now, listen_due_at: now, listener: null, listen_failures: 0, watch_due_at: watchDueAt }),
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
): Promise<{ readonly reading?: ReadingRow & { readonly turn_at: Date }; readonly askAgainAt?: Date }> => {
  const reading = await db
    .updateTable('mailbox_readings')
    // What is told from now on may be missed by this reading.
    .set({ leased_until: leasedUntil, is_wanted: false, hinted_at: null })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<', sql<Date>`now()`)]))
    // Read meanwhile, for all who were turned away.
    .$if(isAgain, (update) => update.where('is_wanted', '=', true))
    .returningAll()
    .returning(sql<Date>`now()`.as('turn_at'))
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

/** How far back a mailbox is read when it was connected. */
export const firstSince = ({
  now,
  settings,
}: {
  readonly now: () => Date
  readonly settings: { readonly mailFirstDays: number }
}): Date => new Date(now().getTime() - settings.mailFirstDays * 86_400_000)

/** From when on it is read, which its first reader decides. */
export const sinceOf = async (db: Db, { org_id: orgId, id, since }: ReadingRow, first: Date): Promise<Date> => {
  if (since) return since
  await change(db, orgId, id, { since: first })
  return first
}

/** Everything until this cursor was read. Not where a member has asked for older mail meanwhile: then it is not everything. */
export const keepCursor = async (
  db: Db,
  orgId: string,
  mailboxId: string,
  { since, ...values }: { readonly since: Date; readonly cursor: string } & Change,
): Promise<boolean> => {
  const kept = await db
    .updateTable('mailbox_readings')
    .set(values)
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where(sql<boolean>`date_trunc('milliseconds', since) = ${since}`)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Has everything since then read: what is here already costs a look. Answers whether that is further back than before. */
export const lowerSince = async (db: Db, orgId: string, mailboxId: string, since: Date): Promise<boolean> => {
  const lowered = await db
    .updateTable('mailbox_readings')
    .set({ since, cursor: null, begun_at_cursor: null })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where((row) => row.or([row('since', 'is', null), row('since', '>', since)]))
    .returning('id')
    .executeTakeFirst()
  return lowered !== undefined
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
