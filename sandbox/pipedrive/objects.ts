import { liveIds } from '../crm/control.ts'
import type { CrmRecords } from '../crm/records.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { type CustomField, customs, keyOf, optionalFields, optionsOf } from './fields.ts'
import { timeOf } from './kinds.ts'
import { placeOf } from './stages.ts'

/** What is asked of a record: names of optional fields, and keys of custom fields (null: all). */
export interface Wish {
  readonly optional: readonly string[]
  readonly customs: readonly string[] | null
}

export const everything: Wish = { optional: [], customs: null }

/** Deals that the seed archived, unless they were taken out again. */
export const isArchived = ({ id, values }: AnyRecord): boolean =>
  values.archived === undefined || values.archived === null ? id % 13 === 0 : values.archived === 'true'

/** An entry of `emails` or `phones`. */
export interface Entry {
  readonly value: string
  readonly primary: boolean
  readonly label: string
}

/** The main one, and those beside it: one in twenty of the seed's persons has a second address. */
export const entriesOf = ({ id, values }: AnyRecord, kind: 'emails' | 'phones'): readonly Entry[] => {
  const main = kind === 'emails' ? values.email : values.phone
  const kept = values[`more_${kind}`]
  const seeded = kind === 'emails' && main && id % 20 === 0 ? [`private${id}@home.example`] : []
  const others = kept ? (JSON.parse(kept) as Entry[]) : seeded.map((value) => ({ value, primary: false, label: 'home' }))
  if (main == null || main === '') return others.map((entry, at) => ({ ...entry, primary: at === 0 }))
  return [{ value: main, primary: true, label: 'work' }, ...others.filter(({ value }) => value !== main)]
}

export const nameOf = ({ values }: AnyRecord): string =>
  [values.firstName, values.lastName].filter((part) => part).join(' ') || '(No name)'

const numberOf = (text: string | null | undefined): number | null => (text == null || text === '' ? null : Number(text))

const typed = (field: CustomField, text: string | null | undefined): unknown => {
  if (text == null || text === '') return null
  if (field.type === 'double') return Number(text)
  if (field.type === 'monetary' || field.type === 'daterange' || field.type === 'address') return JSON.parse(text)
  const idOf = (label: string) => optionsOf(field).find((option) => option.label === label)?.id
  if (field.type === 'enum') return idOf(text) ?? null
  if (field.type === 'set') return text.split(';').flatMap((label) => idOf(label) ?? [])
  return text
}

const customValues = (account: string, entity: Entity, record: AnyRecord, wish: Wish): Record<string, unknown> =>
  Object.fromEntries(
    customs
      .filter((field) => field.entity === entity)
      .map((field) => [keyOf(account, field), typed(field, record.values[field.value])] as const)
      .filter(([key]) => wish.customs === null || wish.customs.includes(key)),
  )

type Given = Readonly<Record<string, unknown>>
type Links = { readonly records: CrmRecords; readonly record: AnyRecord }

const own: Readonly<Record<Entity, (given: Links) => Given>> = {
  companies: ({ record: { values } }) => ({
    name: values.name ?? '(No name)',
    address: values.city ? { value: values.city, locality: values.city } : null,
    website: values.domain ?? null,
    linkedin: values.linkedin ?? null,
    industry: null,
    annual_revenue: numberOf(values.revenue),
    employee_count: numberOf(values.employees),
  }),
  contacts: ({ records, record }) => ({
    name: nameOf(record),
    first_name: record.values.firstName ?? null,
    last_name: record.values.lastName ?? null,
    emails: entriesOf(record, 'emails'),
    phones: entriesOf(record, 'phones'),
    org_id: liveIds(records, 'companies', record.companyIds)[0] ?? null,
    picture_id: null,
    job_title: record.values.title ?? null,
    notes: record.values.notes ?? null,
  }),
  deals: ({ records, record }) => {
    const { status, stageId, pipelineId } = placeOf(record)
    const closedAt = status === 'open' ? null : timeOf(record.modifiedAt)
    const archived = isArchived(record)
    return {
      ...{ title: record.values.name ?? '(No title)', creator_user_id: 1 },
      ...{ value: numberOf(record.values.amount), currency: record.values.currency ?? null },
      person_id: liveIds(records, 'contacts', record.contactIds)[0] ?? null,
      org_id: liveIds(records, 'companies', record.companyIds)[0] ?? null,
      ...{ stage_id: stageId, pipeline_id: pipelineId, status: record.deletedAt === null ? status : 'deleted' },
      ...{ probability: numberOf(record.values.probability), lost_reason: record.values.lostReason ?? null },
      ...{ close_time: closedAt, won_time: status === 'won' ? closedAt : null, lost_time: status === 'lost' ? closedAt : null },
      ...{ expected_close_date: record.values.closeDate ?? null, is_archived: archived },
      ...(archived && { archive_time: timeOf(record.modifiedAt) }),
    }
  },
}

/** A record as v2 gives it. */
export const shown = (
  { account, records }: { readonly account: string; readonly records: CrmRecords },
  entity: Entity,
  record: AnyRecord,
  wish: Wish,
): Given => ({
  id: record.id,
  ...own[entity]({ records, record }),
  owner_id: numberOf(record.values.ownerId),
  add_time: timeOf(record.createdAt),
  update_time: timeOf(record.modifiedAt),
  ...{ is_deleted: record.deletedAt !== null, visible_to: 3, label_ids: [] },
  custom_fields: customValues(account, entity, record, wish),
  ...Object.fromEntries(wish.optional.map((name) => [name, optionalFields[entity][name] ?? null])),
  ...(wish.optional.includes('participants_count') && { participants_count: personsOf(records, record).length }),
})

/** All persons of a deal, the main one first. */
export const personsOf = (records: CrmRecords, deal: AnyRecord | undefined): readonly number[] =>
  deal?.deletedAt === null ? liveIds(records, 'contacts', deal.contactIds) : []
