import { idOf } from './ids.ts'
import type { Field, FieldType, Org, Raw, Row } from './orgs.ts'

type More<R extends Row> = Partial<Omit<Field<R>, 'name' | 'type' | 'read'>>

export const field = <R extends Row>(
  name: string,
  type: FieldType,
  read: (row: R, org: Org) => Raw,
  more: More<R> = {},
): Field<R> => ({
  ...{ name, type, label: name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/ Id$/, ' ID'), length: lengths[type] ?? 0 },
  ...{ isCustom: false, isWritable: false, isRequired: false, options: [], isRestricted: false, leadsTo: null },
  read,
  ...more,
})

const lengths: Partial<Record<FieldType, number>> = {
  ...{ id: 18, reference: 18, string: 255, textarea: 32_000, email: 80, phone: 40, url: 255, picklist: 255 },
}

/** What every object has. */
export const systemFields = <R extends Row>(prefix: string): Field<R>[] => [
  field<R>('Id', 'id', ({ n }) => idOf(prefix, n), { label: 'Record ID' }),
  field<R>('IsDeleted', 'boolean', ({ isDeleted }) => isDeleted, { label: 'Deleted' }),
  field<R>('LastModifiedDate', 'datetime', ({ stamp }) => stamp),
  field<R>('SystemModstamp', 'datetime', ({ stamp }) => stamp),
]
