import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { oneOfEach, type WantedDelivery } from './recipients.ts'

/** A notice lies so long before it is mailed: who is in the app has read it by then, and a burst is one email. */
export const settleMs = 2 * 60_000
/** Of the same thing a person is mailed no more often. */
const apartMinutes = 30

/** What waits already stands for what is newer, and its time stays: a stream of messages puts no email off. */
export const enterNoticeMails = async (db: Db, orgId: string, wanted: readonly WantedDelivery[], now: Date): Promise<void> => {
  if (wanted.length === 0) return
  const rows = oneOfEach(wanted).map((each) => ({
    ...{ id: newId(), person_id: each.personId, kind: each.kind, subject_id: each.subjectId },
  }))
  await sql`
    insert into notice_mails (org_id, id, person_id, kind, subject_id, due_at)
    select ${orgId}, g.id, g.person_id, g.kind, g.subject_id,
      greatest(${new Date(now.getTime() + settleMs)}::timestamptz, (
        select max(m.settled_at) + make_interval(mins => ${apartMinutes}) from notice_mails m
        where m.org_id = ${orgId} and m.person_id = g.person_id and m.kind = g.kind and m.subject_id = g.subject_id and m.state = 'mailed'))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, person_id uuid, kind text, subject_id uuid)
    on conflict (org_id, person_id, kind, subject_id) where state = 'waiting' do nothing`.execute(db)
}

export interface DueMail {
  readonly id: string
  readonly kind: string
  readonly subject_id: string
}

/** Those of a person that are due, locked; without those that another worker has. */
export const lockDueNoticeMails = async (
  db: Db,
  orgId: string,
  personId: string,
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<DueMail[]> => {
  const { rows } = await sql<DueMail>`
    select id, kind, subject_id from notice_mails
    where org_id = ${orgId} and person_id = ${personId} and state = 'waiting' and due_at <= ${now}
    order by due_at, id limit ${most} for update skip locked`.execute(db)
  return rows
}

const where = (orgId: string, ids: readonly string[]): RawBuilder<unknown> =>
  sql`org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and state = 'waiting'`

export const putOffNoticeMails = (db: Db, orgId: string, ids: readonly string[], until: Date) =>
  sql`update notice_mails set due_at = ${until} where ${where(orgId, ids)}`.execute(db)

/** They end: mailed with an email, read before it left, or not wanted any more. */
export const settleNoticeMails = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  as: { readonly now: Date } & (
    | { readonly state: 'mailed'; readonly mailId: string }
    | { readonly state: 'read' | 'unwanted'; readonly mailId?: never }
  ),
): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update notice_mails set state = ${as.state}, settled_at = ${as.now}, mail_id = ${as.mailId ?? null}
    where ${where(orgId, ids)}`.execute(db)
}
