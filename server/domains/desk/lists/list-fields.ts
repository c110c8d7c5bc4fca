import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#core/actions/action.ts'
import type { Role } from '#core/actions/caller.ts'
import type { Db, OrgContext } from '#core/context.ts'
import type { PlainRecordKind } from '#domains/crm/records/records.ts'
import type { ListFieldType, ListKind } from './filters.ts'

/** How a value is compared, as PostgreSQL names it. `id`: an instant that the id of the record begins with. */
export type Compared = 'text' | 'uuid' | 'timestamptz' | 'date' | 'bigint' | 'smallint' | 'id'

/** A column of the table by which there is an index (org_id, column, id). */
export interface IndexedColumn {
  readonly by: RawBuilder<unknown>
  readonly as: Compared
  /** The index holds only what this is true of; `without` is the value that it leaves out, null where it is none. */
  readonly partial?: { readonly where: RawBuilder<boolean>; readonly without: string | null }
  /** Names are compared as a dictionary does. */
  readonly isName?: boolean
  /** Of an amount: its currency, which comes before it in the index. */
  readonly currency?: RawBuilder<unknown>
  readonly isNullable?: boolean
  /** Compared with one value alone, which other indexes than one by (org_id, column, id) hold in the order of ids. */
  readonly isEqual?: true
  /** Those that have none stand in an index of their own, by id alone. */
  readonly hasBlanksById?: boolean
}

/** Which records something can belong to. */
export const holderKinds = ['contact', 'deal', 'company'] as const
export type HolderKind = (typeof holderKinds)[number]

/** How rows belong to records of a kind. */
export interface Belonging {
  readonly to: HolderKind
  /** Columns of the row `r` with ids of such records, each with an index that begins with the workspace and it. */
  readonly by: Readonly<Partial<Record<HolderKind, RawBuilder<unknown>>>>
}

/** A column of a list: what it shows, and whether one can filter and sort by it. */
export interface ListField {
  readonly key: string
  readonly name: string
  readonly type: ListFieldType
  /** What is shown, of the row `r`; JSON. Without it the field is for filters alone. */
  readonly shown?: RawBuilder<unknown>
  /** What is filtered by, with its index. A field without one offers no filter: nothing would serve it. */
  readonly filter?: IndexedColumn
  readonly sort?: IndexedColumn
  /** Of a `record`: filtered by the record to which the rows belong, also through its people and deals. */
  readonly belongs?: Belonging
  /** It is among what the search of the list finds. */
  readonly isSearched?: true
  /** Of a choice, where they are known beforehand. The first is null in the table where `nullChoice` says so. */
  readonly choices?: readonly string[]
  /** The word for those that have none. */
  readonly nullChoice?: string
  /** Shown unless a view says otherwise. */
  readonly isUsual?: boolean
  /** Of a field of the workspace's own. */
  readonly own?: OwnField
  /** Keys do not see it. */
  readonly isForPersons?: true
}

export interface OwnField {
  readonly id: string
  readonly column: 'text_value' | 'number_value' | 'date_value' | 'id_value'
  readonly options: readonly { readonly id: string; readonly name: string; readonly isArchived: boolean }[]
  readonly currency: string | null
}

/** A list as data: its table, what belongs in it, its columns. */
export interface ListDefinition {
  readonly kind: ListKind
  readonly table: RawBuilder<unknown>
  /** So many rows `r` for which this holds, in the order of their ids, where several tables hold them. */
  readonly rows?: (part: {
    readonly orgId: string
    readonly where: RawBuilder<boolean>
    readonly isDescending: boolean
    readonly most: number
  }) => RawBuilder<unknown>
  /** Its rows are long: each is on a page of its own, and fewer are looked up for a count. */
  readonly isWide?: true
  /** What is in the list at all, of the row `r`. */
  readonly isListed: RawBuilder<boolean>
  /** What the index of an order leaves out, so that it can be walked. */
  readonly indexed?: RawBuilder<boolean>
  /** What a record is called; text or null. */
  readonly called: RawBuilder<unknown>
  readonly fields: readonly ListField[]
  /** The key of the field it is sorted by unless asked otherwise, with a minus for descending. */
  readonly usualSort: string
  /** Tags and fields of the workspace's own are those of this kind of record. */
  readonly record: PlainRecordKind | null
  /** By words of the search index, or by a part of these columns. */
  readonly search: 'lead' | 'contact' | readonly RawBuilder<unknown>[]
  /** Some of these columns stand in other tables. */
  readonly searchLooksUp?: true
  /** Who may read it, where `lists:read` and membership are not enough. It is closed to workflows and to Ask Foyer, as the list of its own is. */
  readonly readers?: { readonly least: Role; readonly scope: Scope }
  /** Puts values of a page that were read in place of what is shown of them: what only code knows. */
  readonly finish?: (
    reading: { readonly db: Db; readonly orgId: string; readonly words: Words },
    rows: readonly Values[],
  ) => Promise<readonly Values[]>
}

/** By the key of the column. */
export type Values = Readonly<Record<string, unknown>>

/** What actions do and what codes mean, in words of the catalogue. */
export type Words = Pick<OrgContext, 'summaryOf' | 'errorOf'>

/** The id of a record begins with its time. */
export const byId: IndexedColumn = { by: sql`r.id`, as: 'id' }

/** A member as a list shows one. */
export const member = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select json_build_object('id', p.id, 'name', p.name) from directory.people p where p.id = ${id})`

/** A time as JSON carries it. */
export const time = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An amount with its currency; null without one. */
export const money = (minor: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${minor} is not null then json_build_object('minor', ${minor}, 'currency', ${currency}) end`

/** Names, in the order of a dictionary. */
export const byName = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`${column} collate "und-x-icu"`

export const fieldOf = (fields: readonly ListField[], key: string): ListField | undefined =>
  fields.find((field) => field.key === key)
