import { sql } from 'kysely'
import type { z } from 'zod'
import type { Cause } from '#db/connect.ts'
import type { Db } from '../context.ts'
import { newId } from '../ids.ts'
import type { AnyEvent } from './event.ts'

/** Channel of the notifications that wake live pages; payload: `<event type> <org id>,<org id>…`, or `<event type> <org id> <circle id>`. */
export const liveChannel = 'foyer_live'

/** Channel of the notifications that wake visitors of websites; payload: the id of their chat's session. */
export const visitorChannel = 'foyer_visitors'

/** Tells the page of a visitor that there is something new in their chat. It hears of it at the commit. */
export const wakeVisitor = async (db: Db, sessionId: string): Promise<void> => {
  await sql`select pg_notify(${visitorChannel}, ${sessionId})`.execute(db)
}

/**
 * The place of an event in the log, which is read in the order of (tx, id). A transaction has its number from its first write on, which may be
 * before it gets the lock of the row that it changes: by that number alone its event would stand before that of a transaction which changed
 * the row, and committed, while it waited. So an event stands no lower than all that was completed when it was written; of equal places
 * the id decides, which is made after the lock was taken. It never stands below its own transaction either: what commits late is still
 * behind the horizon up to which the log is read. Leads have no order to keep, and the intake leaves it at the number (1 µs a row).
 */
export const placeInLog =
  'greatest(pg_current_xact_id(), ((pg_snapshot_xmax(pg_current_snapshot())::text)::numeric - 1)::text::xid8)'

/** Writes an event in the caller's transaction. Live pages hear of it at the commit. */
export const recordEvent = <E extends AnyEvent>(
  db: Db,
  orgId: string,
  event: E,
  subjectId: string,
  facts: z.input<E['facts']>,
): Promise<void> => recordEvents(db, orgId, event, [{ subjectId, facts }])

/** Several of one type, in their order. */
export const recordEvents = <E extends AnyEvent>(
  db: Db,
  orgId: string,
  event: E,
  events: readonly { readonly subjectId: string; readonly facts: z.input<E['facts']> }[],
): Promise<void> =>
  recordAll(
    db,
    orgId,
    events.map(({ subjectId, facts }) => eventOf(event, subjectId, facts)),
  )

/** An event that is to be recorded, with others perhaps. */
export interface NewEvent {
  readonly type: string
  readonly subject_id: string
  readonly payload: unknown
  /** In which it happened: who is not in it does not hear of it. Null: all of the workspace does. */
  readonly circleId: string | null
  /** What brought it about, where the transaction does not say so. */
  readonly cause?: Cause
}

export const eventOf = <E extends AnyEvent>(
  { type, facts, circle }: E,
  subjectId: string,
  given: z.input<E['facts']>,
): NewEvent => {
  const payload = facts.parse(given) as Readonly<Record<string, unknown>>
  return { type, subject_id: subjectId, payload, circleId: circle === undefined ? null : String(payload[circle]) }
}

/** Several of any types, in their order, in one statement. Live pages are woken once for each type, and circle. */
export const recordAll = async (db: Db, orgId: string, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map(({ circleId, ...each }) => ({ id: newId(), ...each }))
  const hints = [...new Set(events.map(({ type, circleId }) => `${type} ${orgId}${circleId === null ? '' : ` ${circleId}`}`))]
  await sql`
    with recorded as (
      insert into events (org_id, id, type, subject_id, payload, tx, cause)
      select ${orgId}, e.id, e.type, e.subject_id, e.payload, ${sql.raw(placeInLog)}, coalesce(e.cause, nullif(current_setting('foyer.cause', true), '')::jsonb)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, type text, subject_id uuid, payload jsonb, cause jsonb))
    select pg_notify(${liveChannel}, hint) from unnest(${hints}::text[]) as hint`.execute(db)
}

/** Wakes live pages without an event: for progress that needs no record. */
export const wake = async (db: Db, orgId: string, { type }: AnyEvent): Promise<void> => {
  await sql`select pg_notify(${liveChannel}, ${`${type} ${orgId}`})`.execute(db)
}
