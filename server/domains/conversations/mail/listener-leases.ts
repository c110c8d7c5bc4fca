import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** A mailbox that a worker may listen to. */
export interface Unheard {
  readonly orgId: string
  readonly mailboxId: string
}

/** Mailboxes of any workspace that no worker listens to. */
export const findUnheard = async (db: Db, now: Date, most: number): Promise<Unheard[]> => {
  const { rows } = await sql<{ org_id: string; id: string }>`
    select org_id, id from unheard_mailboxes(${now}, ${most})`.execute(db)
  return rows.map(({ org_id: orgId, id: mailboxId }) => ({ orgId, mailboxId }))
}

/** Those that a worker still listens to: others have it now, or they were disconnected. */
export const findHeard = async (db: Db, listener: string): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`select id from heard_mailboxes(${listener})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** They stay the worker's until then. With a time that is over they are given away. */
export const keepHeard = async (db: Db, listener: string, until: Date): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`select id from keep_listening(${listener}, ${until})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** One worker gets it, of however many that try. */
export const beginListening = async (
  db: Db,
  { orgId, mailboxId }: Unheard,
  { listener, now, until }: { readonly listener: string; readonly now: Date; readonly until: Date },
): Promise<boolean> => {
  const begun = await db
    .updateTable('mailbox_readings')
    .set({ listener, listen_due_at: until })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where('listen_due_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

/** Not before `dueAt` again; null: its provider announces nothing. */
export const postponeListening = async (db: Db, { orgId, mailboxId }: Unheard, dueAt: Date | null): Promise<void> => {
  await db
    .updateTable('mailbox_readings')
    .set({ listen_due_at: dueAt })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .execute()
}

/** It ended for the worker that had it: after `dueOf` its failures in a row another begins. */
export const endListening = async (
  db: Db,
  { orgId, mailboxId }: Unheard,
  { listener, dueOf }: { readonly listener: string; readonly dueOf: (failures: number) => Date | null },
): Promise<void> => {
  const mine = await db
    .selectFrom('mailbox_readings')
    .select('listen_failures')
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .where('listener', '=', listener)
    .forUpdate()
    .executeTakeFirst()
  if (!mine) return
  await db
    .updateTable('mailbox_readings')
    .set({ listener: null, listen_due_at: dueOf(mine.listen_failures), listen_failures: mine.listen_failures + 1 })
    .where('org_id', '=', orgId)
    .where('id', '=', mailboxId)
    .execute()
}
