import type { CrmRecords } from '../crm/records.ts'
import type { Table } from '../folder.ts'

/** One org as its requests see it. */
export interface Org {
  readonly account: string
  readonly records: CrmRecords
  /** Contacts that were put to deals or taken from them without a change of the deal. */
  readonly roleChanges: Table<RoleChange>
  readonly now: Date
  /** Fields that this user may not see are missing everywhere. */
  readonly hidesFields: boolean
  /** 400 more custom fields, of few letters or of 64 KB. */
  readonly moreFields: 'none' | 'short' | 'huge'
}

/** `id`: the role's number in digits. */
export interface RoleChange {
  readonly id: string
  readonly dealId: number
  readonly contactId: number
  /** In milliseconds. */
  readonly at: number
  readonly isDeleted: boolean
}

export type Raw = string | number | boolean | null

/** A row of any object: what its fields are read from. `n` is the number in its id. */
export interface Row {
  readonly n: number
  /** In milliseconds. */
  readonly stamp: number
  readonly isDeleted: boolean
}

export type FieldType =
  | 'id'
  | 'string'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'url'
  | 'picklist'
  | 'boolean'
  | 'int'
  | 'double'
  | 'currency'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'reference'
  | 'address'

export interface Field<R extends Row = Row> {
  readonly name: string
  readonly label: string
  readonly type: FieldType
  readonly length: number
  readonly isCustom: boolean
  readonly isWritable: boolean
  readonly isRequired: boolean
  readonly options: readonly string[]
  /** Values that are no option are refused. */
  readonly isRestricted: boolean
  /** `referenceTo` and the name by which a query goes there. */
  readonly leadsTo: { readonly objects: readonly string[]; readonly by: string } | null
  /** A time is in milliseconds. */
  read(row: R, org: Org): Raw
}

/** What a query asks of the rows, as far as it can be told before they are read. */
export interface Plan {
  /** Only these numbers. */
  readonly ids: readonly number[] | null
  /** Only rows of these deals. */
  readonly deals: readonly number[] | null
  readonly afterId: number
  /** Changed at this time or later, and before that one. */
  readonly from: number
  readonly until: number
  readonly deleted: 'no' | 'yes' | 'both'
  readonly by: 'id' | 'change'
}

export interface SObject<R extends Row = Row> {
  readonly name: string
  readonly label: string
  readonly prefix: string
  readonly isMergeable: boolean
  readonly isWritable: boolean
  readonly fields: readonly Field<R>[]
  /** At least the rows that the plan asks for, in its order (times by whole seconds, then ids); lazily, for there may be a million. */
  rows(org: Org, plan: Plan): Iterable<R>
  /** Also a deleted one. */
  find(org: Org, n: number): R | undefined
}

/** The service knows whole seconds only. */
export const secondOf = (ms: number): number => Math.floor(ms / 1_000)
export const shownTime = (ms: number): string => `${new Date(secondOf(ms) * 1_000).toISOString().slice(0, 19)}.000+0000`
