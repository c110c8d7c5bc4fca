import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { isId } from '#core/ids.ts'
import { readEmail } from '#shapes/emails.ts'
import type { AskedRecipient } from './human-waits.ts'
import type { NewWait } from './run-writes.ts'

/** Whose a step is: one member, all of a role and above, or a client by their address. */
export interface StepOwner {
  readonly personId: string | null
  readonly role: 'member' | 'admin' | 'owner' | null
}

/**
 * Says whose the steps for people are that are about to be stored, as things stand in this transaction: the owner of a deal, the account that
 * took a seat. Where that is a member no more, or no address, the step goes to the admins. Members who are asked are locked, so that their
 * leaving comes before or after.
 */
export const withRecipients = async (db: Db, orgId: string, waits: readonly NewWait[]): Promise<NewWait[]> => {
  const asked = waits.filter(({ kind }) => kind === 'person')
  if (asked.length === 0) return [...waits]
  const ownerOf = await findOwners(
    db,
    orgId,
    asked.map(({ recipient }) => recipient as AskedRecipient),
  )
  return waits.map((wait) => (wait.kind === 'person' ? { ...wait, ...ownerOf(wait.recipient as AskedRecipient) } : wait))
}

/** The same for one. */
export const ownerOfStep = async (db: Db, orgId: string, recipient: AskedRecipient): Promise<StepOwner> =>
  (await findOwners(db, orgId, [recipient]))(recipient)

const findOwners = async (
  db: Db,
  orgId: string,
  recipients: readonly AskedRecipient[],
): Promise<(recipient: AskedRecipient) => StepOwner> => {
  const deals = recipients.flatMap((to) =>
    to.kind === 'deal_owner' && typeof to.dealId === 'string' && isId(to.dealId) ? [to.dealId] : [],
  )
  const owners = await ownersOfDeals(db, orgId, deals)
  const named = recipients.flatMap((to) => (to.kind === 'person' && isId(to.person) ? [to.person] : []))
  const members = await membersAmong(db, orgId, [...named, ...owners.values()])
  const admins: StepOwner = { personId: null, role: 'admin' }
  const memberOf = (id: string | undefined): StepOwner => {
    const personId = id === undefined ? undefined : members.get(id)
    return personId === undefined ? admins : { personId, role: null }
  }
  return (to) => {
    if (to.kind === 'role') return { personId: null, role: to.role }
    if (to.kind === 'client') return 'key' in readEmail(to.email) ? { personId: null, role: null } : admins
    return memberOf(to.kind === 'person' ? to.person : owners.get(String(to.dealId)))
  }
}

const ownersOfDeals = async (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('deals')
    .select(['id', 'assigned_to'])
    .where('org_id', '=', orgId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.flatMap(({ id, assigned_to }) => (assigned_to === null ? [] : [[id, assigned_to] as const])))
}

/** By the ids that were named, the members whom they mean now: a seat is the account that took it. */
const membersAmong = async (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ named: string; id: string }>`
    select p.id as named, m.id from directory.people p join members m on m.org_id = ${orgId} and m.id = case when p.became_id is null then p.id else p.became_id end
    where p.id = any (${[...new Set(ids)]}::uuid[]) order by m.id for key share of m`.execute(db)
  return new Map(rows.map(({ named, id }) => [named, id]))
}

/** Gives an open step to others. Those are still to be notified; false where it is open no more. */
export const passStep = async (
  db: Db,
  orgId: string,
  stepId: string,
  to: { readonly recipient: AskedRecipient; readonly owner: StepOwner; readonly isEscalation?: boolean },
): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    update workflow_waits set person_id = ${to.owner.personId}, role = ${to.owner.role},
      recipient = ${JSON.stringify(to.recipient)}::jsonb
        || jsonb_strip_nulls(jsonb_build_object('client', coalesce(recipient->>'email', recipient->>'client'))),
      announced_at = null, escalated_at = ${to.isEscalation ? sql`now()` : sql`escalated_at`},
      escalate_at = ${to.isEscalation ? null : sql`escalate_at`}
    where org_id = ${orgId} and id = ${stepId} and state = 'open' returning id`.execute(db)
  return rows.length > 0
}

/** Open steps of a member who is one no more; they go to the admins. Answers their ids. */
export const passStepsOf = async (db: Db, orgId: string, personIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update workflow_waits w set person_id = null, role = 'admin', announced_at = null
    where w.org_id = ${orgId} and w.kind = 'person' and w.state = 'open' and w.person_id = any (${personIds}::uuid[])
      and not exists (select from members m where m.org_id = ${orgId} and m.id = w.person_id) returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What a seat was asked, the account that took it is. */
export const moveSteps = async (db: Db, orgId: string, fromId: string, toId: string): Promise<void> => {
  await db
    .updateTable('workflow_waits')
    .set({ person_id: toId })
    .where('org_id', '=', orgId)
    .where('kind', '=', 'person')
    .where('state', '=', 'open')
    .where('person_id', '=', fromId)
    .execute()
}

/** Those who are asked were notified: in the transaction in which they are, so once. */
export const markAnnounced = async (db: Db, orgId: string, stepId: string, { isReminder = false } = {}): Promise<void> => {
  await sql`
    update workflow_waits set announced_at = now()${isReminder ? sql`, remind_at = null, reminded_at = now()` : sql``}
    where org_id = ${orgId} and id = ${stepId}`.execute(db)
}
