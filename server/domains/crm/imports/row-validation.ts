import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { type Field, findFields } from '../fields/fields.ts'
import type { Known } from '../fields/read-values.ts'
import { type FieldRows, peopleFor, readAll } from '../fields/record-fields.ts'
import { type LeadInput, leadLimits, readLead } from '../leads/lead-input.ts'
import { type LeadRow, leadRow } from '../leads/take-leads.ts'
import { faults } from './csv/records.ts'
import type { FileRow } from './csv/rows.ts'
import { type MappedField, type OwnFieldKind, ownKeyOf, ownName } from './header-names.ts'
import { type Mapping, rowAsBody, rowAsFields } from './mappings.ts'
import type { UploadRecord } from './uploads.ts'

/** What the judgement of a row depends on beside the row. */
export interface Rules {
  readonly columns: readonly string[]
  readonly mapping: Mapping
  readonly source: string
  readonly defaultCountry: string | null
  /** New leads a month; null for no limit. */
  readonly quota: number | null
  /** YYYY-MM-DD in UTC. */
  readonly today: string
  /** Those of the workspace’s own that columns become; one that was archived meanwhile is left out. */
  readonly fields: readonly Field[]
  /** Those of the people of the leads. */
  readonly contactFields: readonly Field[]
  readonly people: Known['people']
}

export const rulesFor = async (db: Db, upload: UploadRecord, now: Date): Promise<Rules> => {
  const org = await db
    .selectFrom('orgs')
    .select(['default_country', 'lead_quota_per_month'])
    .where('org_id', '=', upload.org_id)
    .executeTakeFirstOrThrow()
  const fields = await mappedFields(db, upload, 'lead')
  const contactFields = await mappedFields(db, upload, 'contact')
  return {
    columns: upload.columns,
    mapping: upload.mapping,
    source: upload.source,
    defaultCountry: org.default_country,
    quota: org.lead_quota_per_month,
    today: now.toISOString().slice(0, 10),
    ...{ fields, contactFields },
    people: await peopleFor(db, upload.org_id, [...fields, ...contactFields]),
  }
}

const mappedFields = async (db: Db, { org_id, mapping }: UploadRecord, kind: OwnFieldKind): Promise<Field[]> => {
  const keys = new Set(mapping.flatMap((field) => ownKeyOf(field, kind) ?? []))
  return keys.size === 0 ? [] : (await findFields(db, org_id, { kind })).filter(({ key }) => keys.has(key))
}

export interface Refusal {
  readonly code: string
  /** The lead field that is to blame. */
  readonly field: MappedField | null
  readonly message: string
}

/** `values`: of fields of the workspace’s own; `contactValues`: what fits its fields of contacts, by key. */
export type Judgement =
  | {
      readonly lead: LeadInput
      readonly values: readonly FieldRows[]
      readonly contactValues: Readonly<Record<string, string>>
    }
  | { readonly refusal: Refusal }

/** What becomes of a row by itself: the lead that the API would make of it, or why it makes none. */
export const judgeRow = ({ cells, fault }: Pick<FileRow, 'cells' | 'fault'>, rules: Rules): Judgement => {
  if (fault) return { refusal: { code: 'row_broken', field: null, message: faults[fault] } }
  const columns = rules.columns.length
  if (cells.length > columns && cells.slice(columns).some((cell) => cell.trim() !== ''))
    return {
      refusal: {
        code: 'row_too_wide',
        field: null,
        message: `The row has ${cells.length} cells for ${columns} columns; a cell that contains the delimiter must be quoted.`,
      },
    }
  const read = readLead(rowAsBody(cells, rules.mapping, rules.source), {
    defaultCountry: rules.defaultCountry,
    today: rules.today,
  })
  if (!read.ok) return { refusal: { code: read.code, field: fieldOf(read.field, rules.mapping), message: read.message } }
  const known = { people: rules.people, kept: noneKept }
  const own = readAll(rules.fields, rowAsFields(cells, rules.mapping, 'lead'), known)
  const contactValues = rowAsFields(cells, rules.mapping, 'contact')
  const wrong = {
    lead: own.faults[0],
    contact: readAll(rules.contactFields, contactValues, known).faults[0],
  }
  for (const kind of ['lead', 'contact'] as const) {
    const fault = wrong[kind]
    if (fault) return { refusal: { code: 'field_value_invalid', field: ownName(kind, fault.key), message: fault.message } }
  }
  return { lead: read.lead, values: own.rows, contactValues }
}

const noneKept: ReadonlySet<string> = new Set()

const fieldOf = (field: string | undefined, mapping: Mapping): MappedField | null => {
  if (field === 'name' && !mapping.includes('name')) return 'first_name'
  return mapping.find((mapped) => mapped !== null && mapped === field) ?? null
}

/** A judged row on its way into the database. What was received goes with it, to the letter. */
export const rowOfFile = (
  upload: UploadRecord,
  rules: Rules,
  row: Pick<FileRow, 'number' | 'cells'>,
  lead: LeadInput,
): LeadRow =>
  leadRow({
    orgId: upload.org_id,
    lead,
    via: 'upload',
    uploadId: upload.id,
    uploadRow: row.number,
    quota: rules.quota,
    body: Buffer.from(JSON.stringify(Object.fromEntries(rules.columns.map((column, at) => [column, row.cells[at] ?? ''])))),
  })

/** Which leads of `rows` are there already, and which of their people: digests of external ids, addresses and numbers. */
export const whatIsKnown = async (
  db: Db,
  orgId: string,
  rows: readonly LeadRow[],
  options: { people: boolean },
): Promise<{ leads: Set<string>; people: Set<string> }> => {
  const digests = (of: (row: LeadRow) => string | null) => rows.map(of).filter((digest) => digest !== null)
  const lookUp = async (table: 'leads' | 'contact_keys', column: string, wanted: string[]) => {
    if (wanted.length === 0) return new Set<string>()
    // One look-up a digest, whatever the statistics say: as one condition, a table that was never analyzed is read whole.
    const found = await sql<{ digest: string }>`
      select w.digest from unnest(${wanted}::uuid[]) as w(digest)
      cross join lateral (select from ${sql.table(table)} t where t.${sql.ref(column)} = w.digest and t.org_id = ${orgId} offset 0) t`.execute(
      db,
    )
    return new Set(found.rows.map((row) => row.digest))
  }
  return {
    leads: await lookUp(
      'leads',
      'dkey',
      digests((row) => row.dkey),
    ),
    people: options.people
      ? await lookUp('contact_keys', 'key', [...digests((row) => row.ekey), ...digests((row) => row.pkey)])
      : new Set(),
  }
}

/** Longest text that a mended cell may have. */
export const longestCell = leadLimits.note + 1_000
