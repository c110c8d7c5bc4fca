import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { reaction } from '#core/events/reaction.ts'
import { readEmail } from '#shapes/emails.ts'
import { type Phone, readPhone } from '#shapes/phones.ts'
import { recordClaimsOf } from '../identities/claims.ts'
import { digest16 } from '../identities/digests.ts'
import { lockMergeGroups } from '../identities/merge-groups.ts'
import { fillUp } from '../identities/merges.ts'
import { rootId } from '../identities/root-ids.ts'
import { leadEvents } from './events.ts'

/**
 * What lead intake leaves to be seen afterwards, because it has microseconds: a lead whose address belongs to one person and whose
 * number to another proposes that they are one; and what a lead gave to a merged record, the person's own record may lack. Where
 * others are at the same people at that moment, it is done again.
 */
export const joinLeads = reaction({
  name: 'identities',
  summary: 'Join what leads show to be one person',
  on: [leadEvents.received],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  // Two people who may be one are shown to a person, who does not wait for it.
  yields: { burstMs: 15_000, steadyMs: 3_000 },
  run: (events, { db, org }) =>
    joinOf(
      db,
      org.id,
      events.map(({ subjectId }) => subjectId),
    ),
})

const joinOf = async (db: Db, orgId: string, leadIds: string[]): Promise<void> => {
  const { rows } = await sql<LeadOfInterest>`
    select l.contact_id, l.email, l.phone_e164, c.merged_into is not null as is_merged
    from unnest(${leadIds.toSorted()}::uuid[]) as i (id)
    cross join lateral (
      select l.contact_id, l.email, l.phone_e164 from leads l
      where l.org_id = ${orgId} and l.id = i.id and l.via <> 'demo' offset 0) l
    cross join lateral (
      select c.email, c.phone, c.merged_into from contacts c where c.org_id = ${orgId} and c.id = l.contact_id offset 0) c
    where c.merged_into is not null or l.email is not null and l.phone_e164 is not null
      and (c.email is distinct from l.email or c.phone is distinct from l.phone_e164)
    order by i.id`.execute(db)
  for (const lead of rows) {
    if (lead.is_merged) {
      await lockMergeGroups(db, orgId, [lead.contact_id])
      await fillUp(db, orgId, lead.contact_id)
    }
    const both = bothOf(orgId, lead)
    if (both && (await areHalves(db, orgId, both)))
      await recordClaimsOf(db, orgId, lead.contact_id, { email: both.email, phone: both.phone }, 'lead')
  }
}

interface LeadOfInterest {
  readonly contact_id: string
  readonly email: string | null
  readonly phone_e164: string | null
  readonly is_merged: boolean
}

interface Both {
  readonly email: string
  readonly phone: Phone
  readonly keys: [string, string]
}

const bothOf = (orgId: string, { email, phone_e164 }: LeadOfInterest): Both | null => {
  if (email === null || phone_e164 === null) return null
  const read = readEmail(email)
  const phone = readPhone(phone_e164, null)
  if (!('key' in read) || !phone) return null
  return { email, phone, keys: [digest16(orgId, 'email', read.key), digest16(orgId, 'phone', phone.key)] }
}

/**
 * Whether the address and the number belong to two people of whom neither has another. A list that gives the same number for
 * shared by a whole company says nothing about identity.
 */
const areHalves = async (db: Db, orgId: string, { keys }: Both): Promise<boolean> => {
  const { rows } = await sql<{ people: number; others: number }>`
    with holders as (
      select distinct ${rootId('c')} as root
      from contact_keys k join contacts c on c.org_id = k.org_id and c.id = k.contact_id
      where k.org_id = ${orgId} and k.key = any(${keys}::uuid[]))
    select (select count(*)::int from holders) as people,
      (select count(*)::int from holders h join contacts c on c.org_id = ${orgId} and (c.id = h.root or c.root_id = h.root)
       cross join lateral (select k.* from contact_keys k where k.org_id = ${orgId} and k.contact_id = c.id offset 0) k
       where k.kind in ('email', 'phone') and k.key <> all(${keys}::uuid[])) as others`.execute(db)
  const [found] = rows
  return found?.people === 2 && found.others === 0
}
