import type { Db } from '#core/context.ts'
import { changesBetween, findOwners, type Meant, recordEdits } from '../edits/edits.ts'
import type { ContactRow } from './merge-groups.ts'

/** What of a contact is edited, by column: as the gateway calls it. */
const fields = {
  full_name: 'fullName',
  email: 'email',
  phone: 'phone',
  company: 'company',
  job_title: 'jobTitle',
  linkedin_url: 'linkedinUrl',
  owner_id: 'ownerId',
} as const
type Column = keyof typeof fields
type Values = Readonly<Partial<Record<Column, string | null | undefined>>>

const edited = (column: Column): string => (column === 'owner_id' ? 'owner' : column)

/** What a caller means to change of a contact that is held, beside what its editor saw of it. */
export const meantOf = (row: ContactRow, was: Values, wanted: Values): Meant[] =>
  (Object.keys(fields) as Column[]).map((column) => ({
    ...{ field: fields[column], edited: edited(column), was: was[column], now: row[column], wanted: wanted[column] },
  }))

/** Writes down what was changed of a contact, which is as it was before. */
export const recordContactEdit = async (db: Db, orgId: string, row: ContactRow, values: Values): Promise<void> => {
  const owner = await findOwners(db, values.owner_id === undefined ? [] : [row.owner_id, values.owner_id])
  const shown = (column: Column, value: string | null | undefined): unknown =>
    column === 'owner_id' ? owner(value) : (value ?? null)
  const columns = (Object.keys(fields) as Column[]).filter((column) => values[column] !== undefined)
  const side = (from: Values): Record<string, unknown> =>
    Object.fromEntries(columns.map((column) => [edited(column), shown(column, from[column])]))
  await recordEdits(db, orgId, 'contact', [{ recordId: row.id, changes: changesBetween(side(row), side(values)) }])
}
