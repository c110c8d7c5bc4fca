import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Within } from '#core/within.ts'
import { shape } from '#shapes'
import { contactErrors } from '../identities/errors.ts'
import { lockMergeGroups } from '../identities/merge-groups.ts'
import { rootId } from '../identities/root-ids.ts'
import { requireStanding } from '../records/standing-contacts.ts'
import { recordDealChange } from './deal-changes.ts'
import { dealFactsOf } from './deal-facts.ts'
import { type DealRow, findDeal, lockDeal } from './deals.ts'
import { dealErrors } from './errors.ts'
import { dealContactChanged, dealContactChanging } from './moments.ts'

/** A further contact of a deal, beside its first one. */
export const DealPerson = shape('DealPerson', { id: z.uuid(), name: z.string().nullable(), email: z.string().nullable() })

/** The further contacts of a deal, in the order in which they were added: each person once, and not its first contact. */
export const findFurtherPeople = async (db: Db, orgId: string, dealId: string): Promise<z.output<typeof DealPerson>[]> => {
  const { rows } = await sql<z.output<typeof DealPerson>>`
    select p.id, p.full_name as name, p.email
    from deal_people f
    join contacts c on c.org_id = f.org_id and c.id = f.contact_id
    join contacts p on p.org_id = f.org_id and p.id = ${rootId('c')}
    join deals d on d.org_id = f.org_id and d.id = f.deal_id
    left join contacts first on first.org_id = d.org_id and first.id = d.contact_id
    where f.org_id = ${orgId} and f.deal_id = ${dealId} and p.id is distinct from ${rootId('first')}
    group by p.id, p.full_name, p.email
    order by min(f.added_at), lower(p.full_name), p.id`.execute(db)
  return rows
}

/** The deals in which a person, by any of these records, is a further contact; newest first. */
export const findFurtherDealIds = async (db: Db, orgId: string, mergeGroup: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct f.deal_id as id from deal_people f
    where f.org_id = ${orgId} and f.contact_id = any(${[...mergeGroup]}::uuid[]) order by 1 desc limit ${mostFurtherDeals}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
const mostFurtherDeals = 1_000

interface Wanted {
  readonly dealId: string
  /** The first contact; null for none, undefined for that of before. */
  readonly contactId: string | null | undefined
  /** The further ones; undefined for those of before. */
  readonly others: readonly string[] | undefined
}

/**
 * Sets whose a deal is. A person who is of the deal already stays with the record by which they came, so that undoing a merge leaves both
 * where they were.
 *
 * Throws `deal_not_found`, `deal_linked`, `contact_not_found`, `record_in_bin`, and `conflict` where the deal was given another contact meanwhile.
 */
export const setDealPeople = async (
  db: Db,
  orgId: string,
  within: Within,
  { dealId, contactId, others }: Wanted,
): Promise<DealRow> => {
  const found = await findDeal(db, orgId, dealId)
  if (!found) throw new Failure(dealErrors.deal_not_found)
  const first = contactId === undefined ? found.contact_id : contactId
  const named = [...(first === null ? [] : [first]), ...(others ?? [])]
  // The contacts first, then their threads, then the deal: the lock order.
  const records = await lockMergeGroups(db, orgId, [...named, ...(found.contact_id === null ? [] : [found.contact_id])])
  const missing = named.find((id) => !records.has(id))
  if (missing !== undefined)
    throw new Failure(contactErrors.contact_not_found, { field: missing === first ? 'contactId' : 'others' })
  const personOf = (id: string): string => records.get(id)?.root_id ?? id
  const [before, after] = [found.contact_id && personOf(found.contact_id), first && personOf(first)]
  const changed = before === after ? [] : [before, after].filter((id) => id !== null).sort()
  if (changed.length > 0) await within(db, orgId, dealContactChanging, { contactIds: changed })

  const deal = await lockDeal(db, orgId, found.id)
  if (!deal) throw new Failure(dealErrors.deal_not_found)
  if (deal.state === 'linked') throw new Failure(dealErrors.deal_linked)
  if (deal.contact_id !== found.contact_id) throw new Failure('conflict')
  const facts = await dealFactsOf(db, orgId, deal.id)
  const known = await findRows(db, orgId, deal)
  // A contact of the deal may be in the bin since; none is added from there.
  const was = new Set([before, ...known.map(({ person_id }) => person_id)])
  for (const id of named.map(personOf))
    if (!was.has(id)) requireStanding(records.get(id), id === after ? 'contactId' : 'others')
  const plan = planOf(known, { deal, first: after, others: others?.map(personOf), before })
  if (plan.contactId === deal.contact_id && plan.added.length === 0 && plan.removed.length === 0) return deal
  await writePlan(db, deal, plan)
  if (changed.length > 0) await within(db, orgId, dealContactChanged, { contactIds: changed })
  await recordDealChange(db, orgId, deal.id, 'people', facts)
  return { ...deal, contact_id: plan.contactId }
}

/** A record of a further contact, and the person that it belongs to now. */
interface FurtherRow {
  readonly contact_id: string
  readonly person_id: string
}

const findRows = async (db: Db, orgId: string, { id }: DealRow): Promise<FurtherRow[]> => {
  const { rows } = await sql<FurtherRow>`
    select f.contact_id, ${rootId('c')} as person_id
    from deal_people f join contacts c on c.org_id = f.org_id and c.id = f.contact_id
    where f.org_id = ${orgId} and f.deal_id = ${id} order by f.added_at, f.contact_id`.execute(db)
  return rows
}

interface Plan {
  readonly contactId: string | null
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Which records go and come. `first`, `before` and `others` are people; without `others`, those of before stay. */
const planOf = (
  rows: readonly FurtherRow[],
  {
    deal,
    first,
    before,
    others,
  }: {
    readonly deal: DealRow
    readonly first: string | null
    readonly before: string | null
    readonly others: readonly string[] | undefined
  },
): Plan => {
  const wanted = new Set(others ?? rows.map(({ person_id }) => person_id).filter((person) => person !== before))
  if (first !== null) wanted.delete(first)
  const recordOf = (person: string): string =>
    person === before && deal.contact_id !== null
      ? deal.contact_id
      : (rows.find(({ person_id }) => person_id === person)?.contact_id ?? person)
  const contactId = first === null ? null : recordOf(first)
  const isKept = ({ contact_id, person_id }: FurtherRow): boolean =>
    contact_id !== contactId && (person_id === first || wanted.has(person_id))
  const kept = new Set(rows.filter(isKept).map(({ person_id }) => person_id))
  // The first contact of before, who is a further one now, comes by the record that the deal had.
  const added = [...wanted].filter((person) => person === before || !kept.has(person)).map(recordOf)
  return {
    contactId,
    added: added.filter((id) => !rows.some(({ contact_id }) => contact_id === id)),
    removed: rows.filter((row) => !isKept(row)).map(({ contact_id }) => contact_id),
  }
}

const writePlan = async (db: Db, { org_id, id }: DealRow, { contactId, added, removed }: Plan): Promise<void> => {
  if (removed.length > 0)
    await db
      .deleteFrom('deal_people')
      .where('org_id', '=', org_id)
      .where('deal_id', '=', id)
      .where('contact_id', 'in', removed)
      .execute()
  if (added.length > 0)
    await db
      .insertInto('deal_people')
      .values(added.map((contact_id) => ({ org_id, deal_id: id, contact_id })))
      .execute()
  await db
    .updateTable('deals')
    .set({ contact_id: contactId, updated_at: sql<Date>`now()` })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .execute()
}
