import { z } from 'zod'
import type { CrmEntity, CrmPage, CrmRecord } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { asText, timeIn } from './fields.ts'
import type { RawRow } from './retrieving.ts'
import { needed, type Rows } from './rows.ts'
import { isId, quoted } from './soql.ts'

const Role = z.object({ ContactId: z.string().nullish(), IsPrimary: z.boolean().nullish() })
const Roles = z.object({ done: z.boolean(), records: z.array(Role) }).nullish()
type Role = z.output<typeof Role>

/** Where a list goes on: the last row's time, as a query names it, and its id. */
export const keyOf = (row: RawRow | undefined): { readonly at: string; readonly id: string } => {
  const at = timeIn(row?.SystemModstamp)
  if (typeof row?.Id !== 'string' || !isId(row.Id) || at === null)
    throw new ProviderError('broken', 'Salesforce returned a record without an id or a time.')
  return { at: `${at.toISOString().slice(0, 19)}Z`, id: row.Id }
}

/** Rows as records; what cannot be read is named. `roles`: contacts of deals that did not come with them. */
export const asRecords = (
  entity: CrmEntity,
  rows: readonly RawRow[],
  {
    fields,
    tooLarge = new Set(),
    roles = new Map(),
  }: {
    readonly fields: readonly string[]
    readonly tooLarge?: ReadonlySet<string>
    readonly roles?: ReadonlyMap<string, readonly Role[]>
  },
): Pick<CrmPage, 'records' | 'unreadable'> => {
  const found: { records: CrmRecord[]; unreadable: { id: string; reason: string }[] } = { records: [], unreadable: [] }
  for (const row of rows) {
    const id = typeof row.Id === 'string' ? row.Id : ''
    const read = readRow(entity, row, fields, roles.get(id))
    const reason = tooLarge.has(id) ? 'The record is larger than 32 MB.' : typeof read === 'string' ? read : null
    if (reason === null) found.records.push(read as CrmRecord)
    else found.unreadable.push({ id: id.slice(0, 100), reason })
  }
  return found
}

/** A record, or why it is none. */
const readRow = (
  entity: CrmEntity,
  row: RawRow,
  fields: readonly string[],
  given: readonly Role[] | undefined,
): CrmRecord | string => {
  const { Id: id, AccountId: account } = row
  const modifiedAt = timeIn(row.SystemModstamp)
  const roles = Roles.safeParse(row.OpportunityContactRoles)
  if (typeof id !== 'string' || !isId(id)) return 'The record has no id.'
  if (modifiedAt === null) return 'The record has no modification time.'
  if (!roles.success) return 'The contacts of the record cannot be read.'
  const values = fields.map((name) => [name, readValue(name, row[name])] as const)
  return {
    ...{ id, modifiedAt, values: Object.fromEntries(values), mergedIds: [] },
    companyIds: entity !== 'companies' && typeof account === 'string' ? [account] : [],
    contactIds: contactsOf(given ?? roles.data?.records ?? []),
  }
}

const userPrefix = '005'
/** A queue is no person: what it owns has no owner. */
const readValue = (name: string, value: unknown): string | null =>
  name === 'OwnerId' && typeof value === 'string' && !value.startsWith(userPrefix) ? null : asText(value)

/** Each once, the primary one first. */
const contactsOf = (roles: readonly Role[]): string[] => [
  ...new Set(
    roles
      .toSorted((one, other) => Number(other.IsPrimary ?? false) - Number(one.IsPrimary ?? false))
      .flatMap(({ ContactId }) => ContactId ?? []),
  ),
]

/** Deals whose contacts came only in part. */
export const withPartOfRoles = (rows: readonly RawRow[]): string[] =>
  rows.flatMap(({ Id, OpportunityContactRoles: roles }) =>
    typeof Id === 'string' && Roles.safeParse(roles).data?.done === false ? Id : [],
  )

/** The contacts of these deals, however many there are. */
export const readRoles = async (rows: Rows, deals: readonly string[]): Promise<ReadonlyMap<string, readonly Role[]>> => {
  const found = new Map<string, Role[]>(deals.map((id) => [id, []]))
  const Found = Role.extend({ Id: z.string(), OpportunityId: z.string() })
  const soqlOf = (list: string, after: string): string =>
    `SELECT Id,OpportunityId,ContactId,IsPrimary FROM OpportunityContactRole WHERE OpportunityId IN ${list} AND Id > ${quoted(after)} ORDER BY Id LIMIT 2000`
  for await (const page of rows.pagesOfIds('query OpportunityContactRole', deals, soqlOf))
    for (const role of needed(page, Found)) found.get(role.OpportunityId)?.push(role)
  return found
}
