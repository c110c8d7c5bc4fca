import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { digest16 } from '#domains/crm/identities/digests.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { readPhone } from '#shapes/phones.ts'
import { isWithheld } from './numbers.ts'

/** A contact that is known by their number. */
export interface KnownCaller {
  /** The record that stands for the person. */
  readonly contactId: string
  /** The record that the number came with. */
  readonly recordId: string
  readonly name: string | null
  /** The newest deal that is open. */
  readonly dealId: string | null
  /** Whose they are: of the conversation, else of that deal. */
  readonly assignedTo: string | null
}

/** The owner of a number; undefined for an unknown one. */
export const findCaller = async (db: Db, orgId: string, number: string): Promise<KnownCaller | undefined> => {
  const phone = isWithheld(number) ? null : readPhone(number, null)
  if (!phone) return undefined
  const { rows } = await sql<{
    id: string
    record_id: string
    full_name: string | null
    deal_id: string | null
    assigned_to: string | null
  }>`
    with person as (
      select ${rootId('c')} as id, c.id as record_id from contact_keys k
      join contacts c on c.org_id = k.org_id and c.id = k.contact_id
      where k.key = ${digest16(orgId, 'phone', phone.key)} and k.org_id = ${orgId}
    )
    select p.id, p.record_id, c.full_name, d.id as deal_id, coalesce(t.assigned_to, d.assigned_to) as assigned_to
    from person p
    join contacts c on c.org_id = ${orgId} and c.id = p.id
    left join conversations t on t.org_id = ${orgId} and t.id = p.id
    left join lateral (
      select d.id, d.assigned_to from deals d
      where d.org_id = ${orgId} and d.state = 'open' and d.deleted_at is null
        and d.contact_id in (select p.id union all select f.id from contacts f where f.org_id = ${orgId} and f.root_id = p.id)
      order by d.id desc limit 1
    ) d on true`.execute(db)
  const [row] = rows
  return (
    row && { contactId: row.id, recordId: row.record_id, name: row.full_name, dealId: row.deal_id, assignedTo: row.assigned_to }
  )
}

/** As many as ring together at the most (https://www.twilio.com/docs/voice/twiml/client). */
const mostRinging = 10

/**
 * Who is rung on an inbound call: the assignee, unless they are away; else all available members, first those who
 * answer for the workspace.
 */
export const whoIsRung = async (db: Db, orgId: string, assignedTo: string | null): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select m.id from members m left join assignment_turns t on t.org_id = m.org_id and t.id = m.id
    where m.org_id = ${orgId}
      and not (t.away_from is not null and t.away_from <= now() and (t.away_until is null or t.away_until > now()))
    order by m.id is distinct from ${assignedTo}, m.role = 'member', m.id limit ${mostRinging}`.execute(db)
  const present = rows.map(({ id }) => id)
  return assignedTo !== null && present[0] === assignedTo ? [assignedTo] : present
}

export const isMember = async (db: Db, orgId: string, personId: string): Promise<boolean> =>
  (await db.selectFrom('members').select('id').where('org_id', '=', orgId).where('id', '=', personId).executeTakeFirst()) !==
  undefined
