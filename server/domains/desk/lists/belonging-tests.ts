import { type RawBuilder, sql } from 'kysely'
import { contactsOfCompany, dealsOfCompany, mostOfCompany } from '#domains/crm/companies/company-people.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { recordTables } from '#domains/crm/records/records.ts'
import { idIn, type Reading, type Test } from './conditions.ts'
import type { ListCondition } from './filters.ts'
import { type Gather, gatherAll, or } from './gathers.ts'
import { type Belonging, type HolderKind, holderKinds } from './list-fields.ts'

/** A condition on a record: what belongs to it has its id in one of its columns, or that of one of its people or deals. */
export const belongingTest = (condition: ListCondition, { to, by }: Belonging, reading: Reading): Test => {
  const holders = holdersOf[to](reading.orgId, idIn(condition, condition.value))
  const held = holderKinds.flatMap((kind) => {
    const [column, ids] = [by[kind], holders[kind]]
    return column && ids ? [{ column, ids }] : []
  })
  return {
    // Not a plain `in`: the planner would make a join of it, and read more than the rows at hand.
    holds: or(held.map(({ column, ids }) => sql<boolean>`(${column} in ${ids}) is true`)),
    gathers: [gatherAll(held.map((each) => gatherHeld(reading, each)))],
    isExact: true,
    looksUp: true,
  }
}

interface Held {
  readonly column: RawBuilder<unknown>
  /** Rows `(id)`. */
  readonly ids: RawBuilder<unknown>
}

const gatherHeld =
  ({ list, orgId }: Pick<Reading, 'list' | 'orgId'>, { column, ids }: Held): Gather =>
  (most) =>
    sql`(select t.id from ${ids} w (id) cross join lateral (
      select r.id from ${list.table} r where r.org_id = ${orgId} and ${column} = w.id limit ${most}) t limit ${most})`

type Holders = Readonly<Partial<Record<HolderKind, RawBuilder<unknown>>>>

/** Whose ids stand for a record. */
const holdersOf: Readonly<Record<HolderKind, (orgId: string, id: string) => Holders>> = {
  contact: (orgId, id) => {
    const contact = groupOf('contact', orgId, id)
    const deal = sql`(select d.id from ${contact} g cross join lateral (
      select n.id from deals n where n.org_id = ${orgId} and n.contact_id = g.id order by n.id desc limit ${mostOfCompany}) d)`
    return { contact, deal }
  },
  deal: (_orgId, id) => ({ deal: sql`(select ${id}::uuid as id)` }),
  company: (orgId, id) => {
    const company = groupOf('company', orgId, id)
    return { company, contact: contactsOfCompany(orgId, company), deal: dealsOfCompany(orgId, company) }
  },
}

/** Every record that is one with this one, whichever of them is named. */
const groupOf = (kind: 'contact' | 'company', orgId: string, id: string): RawBuilder<unknown> => {
  const table = recordTables[kind]
  const root = sql`select ${rootId('o')} from ${table} o where o.org_id = ${orgId} and o.id = ${id}::uuid`
  return sql`(select o.id from (${root}) o (id)
    union all select m.id from ${table} m where m.org_id = ${orgId} and m.root_id = (${root}))`
}
