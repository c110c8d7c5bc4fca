import type { Db } from '#core/context.ts'
import type { Within } from '#core/within.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { ImportedStage } from '../deals/imported-deals.ts'
import type { Field } from '../fields/fields.ts'
import type { Incoming, ReadingFacts } from './incoming.ts'
import type { ConflictRule, FieldMapping, SyncDirection } from './mappings.ts'
import type { Holders } from './rehearsed-states.ts'
import type { SyncJob } from './sync-jobs.ts'

/** What a run knows before it reads a page. */
export interface RunFacts extends ReadingFacts {
  readonly job: Pick<SyncJob, 'org_id' | 'id' | 'connection_id' | 'kind'>
  /** As the vendor calls itself. */
  readonly title: string
  /** Lets other modules follow what is written here. */
  readonly within: Within
  readonly mappings: Readonly<Record<CrmEntity, readonly FieldMapping[]>>
  /** Names of fields that the CRM lets programs write. */
  readonly writable: Readonly<Record<CrmEntity, ReadonlySet<string>>>
  /** Which kinds this connection syncs: a record of another kind is not waited for. */
  readonly synced: ReadonlySet<CrmEntity>
  /** Their stage's id to the id of ours. */
  readonly stages: ReadonlyMap<string, string>
  /** Their stage's id to the id of its pipeline there. */
  readonly pipelines: ReadonlyMap<string, string>
  /** Ours that stand, by their ids. */
  readonly ownStages: ReadonlyMap<string, ImportedStage>
  /** Where a deal goes whose stage is not known. */
  readonly usualStage: ImportedStage
  /** Their owner's id to the member with the same address. */
  readonly owners: ReadonlyMap<string, string>
  /** The sync whose word it is what is written into fields; null: a member's, or what was there before. */
  readonly fills: string | null
}

/** A record here, by the fields that are compared; every value is text. */
export interface OwnRecord {
  readonly id: string
  readonly values: Readonly<Record<string, string | null>>
  /** When it was last changed by anything. */
  readonly at: Date
  /** Of values that have a time of their own. */
  readonly times?: Readonly<Record<string, Date>>
  /** It lies in the bin: no sync changes it there. */
  readonly isBinned: boolean
  /** By field, what goes with its value and is put back with it. */
  readonly beside?: Readonly<Record<string, object>>
  /** Fields with a value that a person or a message proved, or a member pinned. */
  readonly proven: ReadonlySet<string>
}

/** What a company or a deal is called that has no name there. */
export const unnamed = 'Unnamed'

/** A field that could not be written here. */
export interface RefusedField {
  readonly id: string
  readonly field: string
  readonly code: string
  readonly message: string
}

/** A value that one record alone may have, and how it is refused where another has it. */
export interface Claim {
  readonly field: string
  /** The same for the same value of any record. */
  readonly key: string
  /** A new record that has another claim is added without this one where another record has it. */
  readonly isSpare: boolean
  refusal(id: string): RefusedField
}

/** What was added, by our ids, each with what another record has and was left out. */
export type Added = ReadonlyMap<string, readonly RefusedField[]>

export const addedWhole = (ids: Iterable<string>): Added => new Map([...ids].map((id) => [id, []]))

export const nameless = (id: string): RefusedField => ({
  ...{ id, field: 'name', code: 'name_blank', message: 'It has no name there; the name here stays.' },
})

/** What is known beyond the database while a page is planned. */
export interface Planned {
  /** Records as they will be after the plans so far, by the ids that they were asked for by. */
  readonly own: ReadonlyMap<string, OwnRecord>
  /** Of a rehearsal, which writes nothing. */
  readonly holders: Holders
}

/** How one kind of record is found, read and written here. All of it happens in the transaction of the page. */
export interface OwnRecords {
  /** What stands here for records that are not linked yet, by their ids. Never by a name. */
  match(db: Db, facts: RunFacts, records: readonly Incoming[], planned: Planned): Promise<ReadonlyMap<string, string>>
  /** Of these values those that one record alone may have. */
  claimsOf(facts: RunFacts, values: Readonly<Record<string, string | null>>): readonly Claim[]
  /** By the keys of these claims, the records that have such a value. */
  holdersOf(db: Db, facts: RunFacts, claims: readonly Claim[]): Promise<ReadonlyMap<string, string>>
  /** As they are now, with these fields of the workspace's own. By the ids asked for. */
  read(db: Db, orgId: string, ids: readonly string[], fields?: readonly Field[]): Promise<ReadonlyMap<string, OwnRecord>>
  /** The same; locks them until the transaction ends, in the order of their ids. */
  lock(db: Db, orgId: string, ids: readonly string[], fields?: readonly Field[]): Promise<ReadonlyMap<string, OwnRecord>>
  /** Adds what it can, under these ids, with the fields that were left out; the others have something that another record has. */
  add(db: Db, facts: RunFacts, records: ReadonlyMap<string, Incoming>, planned: Planned): Promise<Added>
  /** Writes over what is given; the caller holds the records. */
  write(
    db: Db,
    facts: RunFacts,
    changes: ReadonlyMap<string, Readonly<Record<string, string | null>>>,
  ): Promise<readonly RefusedField[]>
  /** Tells open pages and the search index, once for all. */
  announce(db: Db, facts: RunFacts, ids: readonly string[]): Promise<void>
}

export interface FieldRule {
  readonly direction: SyncDirection
  readonly rule: ConflictRule
}

/** Which record here another belongs to is read from there, and changed here by people. */
const linkRule: FieldRule = { direction: 'in', rule: 'ours' }
const parts: Readonly<Record<string, string>> = { first_name: 'full_name', last_name: 'full_name' }

/** What is done with each compared field of a kind: parts of one value count as that, and a currency goes with its amount. */
export const rulesOf = (mapping: readonly FieldMapping[]): ReadonlyMap<string, FieldRule> => {
  const rules = new Map<string, FieldRule>([
    ['company_id', linkRule],
    ['contact_id', linkRule],
    ['people', linkRule],
  ])
  for (const { ours, direction, conflict } of mapping)
    if (direction !== 'off' && ours !== 'currency') rules.set(parts[ours] ?? ours, { direction, rule: conflict })
  return rules
}
