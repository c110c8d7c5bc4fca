import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Enqueue } from '#core/context.ts'
import { never } from '#core/held.ts'
import type { Tables } from '#db/tables.ts'
import { isHeld } from '../background-jobs/holds.ts'
import { oneOfEach, type WantedDelivery } from './recipients.ts'

/** Sends one push. */
export const sendPushJob = { name: 'send-push', data: z.object({ orgId: z.uuid(), pushId: z.uuid() }) } as const

/** News of four hours ago is read in the app. */
export const usefulMs = 4 * 3_600_000

export type PushRow = Selectable<Tables['push_messages']>

/** One for each browser of each person. What waits already stands for what is newer. */
export const enterPushes = async (
  db: Db,
  orgId: string,
  wanted: readonly WantedDelivery[],
  { now, enqueue }: { readonly now: Date; readonly enqueue: Enqueue },
): Promise<void> => {
  if (wanted.length === 0) return
  const rows = oneOfEach(wanted).map((each) => ({
    ...{ person_id: each.personId, kind: each.kind, subject_id: each.subjectId },
  }))
  // What a backup kept may have been pushed before it was restored.
  const at = (await isHeld(db, orgId, 'messages')) ? never : now
  const { rows: made } = await sql<{ id: string }>`
    insert into push_messages (org_id, id, subscription_id, kind, subject_id, next_try_at, give_up_at)
    select ${orgId}, gen_random_uuid(), s.id, g.kind, g.subject_id, ${at}, ${new Date(now.getTime() + usefulMs)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (person_id uuid, kind text, subject_id uuid)
    join push_subscriptions s on s.org_id = ${orgId} and s.person_id = g.person_id
    on conflict (org_id, subscription_id, kind, subject_id) where state = 'waiting' do nothing
    returning id`.execute(db)
  if (at === never) return
  for (const { id } of made) await enqueue(sendPushJob, { orgId, pushId: id })
}

/** A job may come a moment before the time that another clock has set. */
const clocksApartMs = 1_000

/** Finds a due push and locks it until the transaction ends; undefined when another worker has it, or none is due. */
export const lockDuePush = (db: Db, orgId: string, id: string, now: Date): Promise<PushRow | undefined> =>
  db
    .selectFrom('push_messages')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', new Date(now.getTime() + clocksApartMs))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

const change = async (db: Db, { org_id, id }: PushRow, set: object): Promise<void> => {
  await db.updateTable('push_messages').set(set).where('org_id', '=', org_id).where('id', '=', id).execute()
}

export const settlePush = (
  db: Db,
  push: PushRow,
  {
    state,
    now,
    tries = push.tries,
    error = null,
  }: {
    readonly state: 'sent' | 'read' | 'failed'
    readonly now: Date
    readonly tries?: number
    readonly error?: string | null
  },
): Promise<void> => change(db, push, { state, tries, last_error: error, settled_at: now })

export const putOffPush = (
  db: Db,
  push: PushRow,
  off: { readonly next: Date; readonly giveUpAt?: Date; readonly tries?: number; readonly error?: string },
): Promise<void> =>
  change(db, push, {
    next_try_at: off.next,
    give_up_at: off.giveUpAt ?? push.give_up_at,
    tries: off.tries ?? push.tries,
    last_error: off.error ?? push.last_error,
  })

/** What the last push to a browser came to. */
export const recordPushed = async (
  db: Db,
  push: PushRow,
  result: { readonly sentAt: Date } | { readonly error: string },
): Promise<void> => {
  await db
    .updateTable('push_subscriptions')
    .set('sentAt' in result ? { last_sent_at: result.sentAt, last_error: null } : { last_error: result.error.slice(0, 300) })
    .where('org_id', '=', push.org_id)
    .where('id', '=', push.subscription_id)
    .execute()
}
