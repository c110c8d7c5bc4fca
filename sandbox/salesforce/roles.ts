import { liveIds } from '../crm/control.ts'
import { isBefore } from './entities.ts'
import { field, systemFields } from './fields.ts'
import { idOf, prefixes } from './ids.ts'
import type { Org, Plan, Row, SObject } from './orgs.ts'

/** A contact of a deal. */
export interface RoleRow extends Row {
  readonly dealId: number
  readonly contactId: number
  readonly isPrimary: boolean
}

export const rolePrefix = '00K'
const contactsPerDeal = 100_000_000

/** Its number says whose it is. */
export const roleNumber = (dealId: number, contactId: number): number => dealId * contactsPerDeal + contactId
export const partsOf = (role: number): { dealId: number; contactId: number } => ({
  dealId: Math.floor(role / contactsPerDeal),
  contactId: role % contactsPerDeal,
})

const rolesOfDeal = ({ records, roleChanges }: Org, dealId: number): RoleRow[] => {
  const deal = records.find('deals', dealId)
  if (!deal || deal.deletedAt !== null) return []
  return liveIds(records, 'contacts', deal.contactIds)
    .map((contactId, at) => {
      const n = roleNumber(dealId, contactId)
      const stamp = roleChanges.find(String(n))?.at ?? deal.modifiedAt
      return { n, stamp, isDeleted: false, dealId, contactId, isPrimary: at === 0 }
    })
    .sort((a, b) => a.n - b.n)
}

const goneRoles = ({ roleChanges }: Org): RoleRow[] =>
  roleChanges
    .list()
    .flatMap(({ id, dealId, contactId, at, isDeleted }) =>
      isDeleted ? { n: Number(id), stamp: at, isDeleted, dealId, contactId, isPrimary: false } : [],
    )

/** Deals whose roles may have changed since. */
function* dealsOf(org: Org, { from, deals }: Plan): Generator<number> {
  if (deals !== null) return yield* [...new Set(deals)].sort((a, b) => a - b)
  if (from === Number.NEGATIVE_INFINITY) {
    let last: number | undefined = 0
    while (last !== undefined) {
      const page = org.records.list('deals', 'id', { afterId: last, limit: 1_000 })
      for (const { id } of page) yield id
      last = page.at(-1)?.id
    }
    return
  }
  const changed = new Set(org.roleChanges.list().flatMap(({ at, dealId }) => (at >= from ? dealId : [])))
  let after: { at: number; id: number } | undefined
  for (;;) {
    const page = org.records.list('deals', 'change', { from, limit: 1_000, ...(after && { after }) })
    for (const { id } of page) changed.add(id)
    const last = page.at(-1)
    if (!last) break
    after = { at: last.modifiedAt, id: last.id }
  }
  yield* [...changed].sort((a, b) => a - b)
}

function* roleRows(org: Org, plan: Plan): Generator<RoleRow> {
  if (plan.ids !== null) {
    for (const n of plan.ids) {
      const found = roles.find(org, n)
      if (found) yield found
    }
    return
  }
  if (plan.by === 'id' && plan.deleted === 'no') {
    for (const dealId of dealsOf(org, plan)) yield* rolesOfDeal(org, dealId)
    return
  }
  const found = [
    ...(plan.deleted === 'yes' ? [] : [...dealsOf(org, plan)].flatMap((dealId) => rolesOfDeal(org, dealId))),
    ...(plan.deleted === 'no' ? [] : goneRoles(org)),
  ]
  yield* found.sort((a, b) => (isBefore(a, b, plan.by) ? -1 : 1))
}

export const roles: SObject<RoleRow> = {
  ...{ name: 'OpportunityContactRole', label: 'Opportunity Contact Role', prefix: rolePrefix },
  ...{ isMergeable: false, isWritable: true },
  fields: [
    ...systemFields<RoleRow>(rolePrefix),
    field<RoleRow>('OpportunityId', 'reference', ({ dealId }) => idOf(prefixes.deals, dealId), {
      ...{ isWritable: true, isRequired: true, leadsTo: { objects: ['Opportunity'], by: 'Opportunity' } },
    }),
    field<RoleRow>('ContactId', 'reference', ({ contactId }) => idOf(prefixes.contacts, contactId), {
      ...{ isWritable: true, isRequired: true, leadsTo: { objects: ['Contact'], by: 'Contact' } },
    }),
    field<RoleRow>('Role', 'picklist', () => null, { isWritable: true }),
    field<RoleRow>('IsPrimary', 'boolean', ({ isPrimary }) => isPrimary, { isWritable: true }),
  ],
  rows: roleRows,
  find: (org, n) =>
    rolesOfDeal(org, partsOf(n).dealId).find((role) => role.n === n) ?? goneRoles(org).find((role) => role.n === n),
}
