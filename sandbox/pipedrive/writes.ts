import { z } from 'zod'
import type { CrmRecords } from '../crm/records.ts'
import { type AnyRecord, type Entity, owners } from '../crm/seed.ts'
import { customs, keyOf, optionsOf } from './fields.ts'
import { type Entry, entriesOf } from './objects.ts'
import { notValid, Refused } from './refusals.ts'
import { placeOf, stages } from './stages.ts'

type Values = Record<string, string | null>

const Entries = z
  .array(z.strictObject({ value: z.string().min(1), primary: z.boolean().default(false), label: z.string().default('work') }))
  .max(50)
const integer = z.number().int()
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const Address = z.looseObject({ value: z.string() })
const anyCustoms = z.record(z.string(), z.unknown())
const owner = integer.refine((id) => owners.some((each) => each.id === id), 'owner_id')

/** Numbers as text are refused, and so is every name that is not here. */
const shapes = {
  companies: z.strictObject({
    ...{ name: z.string().min(1).max(255), owner_id: owner, website: z.string().nullable(), linkedin: z.string().nullable() },
    ...{ annual_revenue: z.number().nullable(), employee_count: z.number().nullable(), address: Address },
    ...{ visible_to: integer, label_ids: z.array(integer), custom_fields: anyCustoms },
  }),
  contacts: z.strictObject({
    ...{ name: z.string().min(1).max(255), owner_id: owner, org_id: integer, emails: Entries, phones: Entries },
    ...{ job_title: z.string(), notes: z.string(), visible_to: integer, label_ids: z.array(integer) },
    custom_fields: anyCustoms,
  }),
  deals: z.strictObject({
    ...{ title: z.string().min(1).max(255), owner_id: owner, person_id: integer.nullable(), org_id: integer.nullable() },
    ...{ pipeline_id: integer, stage_id: integer, value: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) },
    ...{ status: z.enum(['open', 'won', 'lost']), is_archived: z.boolean(), probability: z.number(), lost_reason: z.string() },
    ...{ expected_close_date: day, visible_to: integer, label_ids: z.array(integer), custom_fields: anyCustoms },
  }),
} as const satisfies Record<Entity, z.ZodObject>

interface Parts {
  readonly account: string
  readonly records: CrmRecords
}
type Changes = Partial<Pick<AnyRecord, 'values' | 'companyIds' | 'contactIds'>>

const read = <E extends Entity>(entity: E, body: unknown): Partial<z.output<(typeof shapes)[E]>> => {
  const found = shapes[entity].partial().safeParse(body ?? {})
  if (!found.success) throw notValid(String(found.error.issues[0]?.path[0] ?? 'unknown property'))
  if (Object.keys(found.data).length === 0) throw notValid('nothing to write')
  return found.data as Partial<z.output<(typeof shapes)[E]>>
}

export const createRecord = (parts: Parts, entity: Entity, body: unknown): AnyRecord => {
  const given = read(entity, body) as { name?: string; title?: string }
  if ((entity === 'deals' ? given.title : given.name) === undefined) throw notValid(entity === 'deals' ? 'title' : 'name')
  const fresh = entity === 'deals' ? { stageId: 'appointment', currency: 'EUR', archived: 'false' } : {}
  const { values, ...links } = changesOf(parts, entity, body, undefined)
  return parts.records.create(entity, { values: { ownerId: '1', ...fresh, ...values }, ...links })
}

/** Only what is given changes. */
export const updateRecord = (parts: Parts, entity: Entity, id: number, body: unknown): AnyRecord | undefined => {
  const before = parts.records.find(entity, id)
  if (before?.deletedAt !== null) return undefined
  return parts.records.edit(entity, id, changesOf(parts, entity, body, before))
}

const changesOf = (parts: Parts, entity: Entity, body: unknown, before: AnyRecord | undefined): Changes => {
  if (entity === 'companies') return companyChanges(parts, read('companies', body))
  if (entity === 'contacts') return personChanges(parts, read('contacts', body), before)
  return dealChanges(parts, read('deals', body), before)
}

const companyChanges = (parts: Parts, given: ReturnType<typeof read<'companies'>>): Changes => ({
  values: {
    ...named('name', given.name),
    ...named('ownerId', given.owner_id),
    ...named('domain', given.website),
    ...named('linkedin', given.linkedin),
    ...named('employees', given.employee_count),
    ...named('revenue', given.annual_revenue),
    ...named('city', given.address?.value),
    ...customChanges(parts.account, 'companies', given.custom_fields),
  },
})

const personChanges = (parts: Parts, given: ReturnType<typeof read<'contacts'>>, before: AnyRecord | undefined): Changes => {
  const [first, ...rest] = given.name?.trim().split(/\s+/) ?? []
  return {
    values: {
      ...(first !== undefined && { firstName: first, lastName: rest.join(' ') || null }),
      ...named('ownerId', given.owner_id),
      ...(given.emails && entriesAsValues('email', 'emails', given.emails)),
      ...(given.phones && entriesAsValues('phone', 'phones', given.phones)),
      // An address of the seed that is beside the main one stays when only numbers change.
      ...(!given.emails && before && { more_emails: asText(entriesOf(before, 'emails').filter(({ primary }) => !primary)) }),
      ...named('title', given.job_title),
      ...named('notes', given.notes),
      ...customChanges(parts.account, 'contacts', given.custom_fields),
    },
    ...(given.org_id !== undefined && { companyIds: linked(parts, 'companies', given.org_id) }),
  }
}

const dealChanges = (parts: Parts, given: ReturnType<typeof read<'deals'>>, before: AnyRecord | undefined): Changes => ({
  values: {
    ...named('name', given.title),
    ...named('ownerId', given.owner_id),
    ...named('amount', given.value),
    ...named('currency', given.currency),
    ...named('archived', given.is_archived),
    ...named('probability', given.probability),
    ...named('lostReason', given.lost_reason),
    ...named('closeDate', given.expected_close_date),
    ...stageChanges(given, before),
    ...customChanges(parts.account, 'deals', given.custom_fields),
  },
  ...(given.org_id !== undefined && { companyIds: linked(parts, 'companies', given.org_id) }),
  ...(given.person_id !== undefined && { contactIds: linked(parts, 'contacts', given.person_id) }),
})

/** A pipeline without a stage means its first one. */
const stageChanges = (
  { stage_id: stageId, pipeline_id: pipelineId, status }: ReturnType<typeof read<'deals'>>,
  before: AnyRecord | undefined,
): Values => {
  if (stageId === undefined && pipelineId === undefined && status === undefined) return {}
  const place = before ? placeOf(before) : undefined
  const inPipeline = stages.find(({ pipeline_id }) => pipeline_id === pipelineId)
  if (pipelineId !== undefined && !inPipeline) throw notValid('pipeline_id')
  const isMoved = pipelineId !== undefined && pipelineId !== place?.pipelineId
  const wanted =
    stageId === undefined
      ? isMoved
        ? inPipeline
        : stages.find(({ key }) => key === (place?.key ?? 'appointment'))
      : stages.find(({ id }) => id === stageId)
  if (!wanted || (pipelineId !== undefined && wanted.pipeline_id !== pipelineId)) throw notValid('stage_id')
  const next = status ?? place?.status ?? 'open'
  return { stageId: next === 'open' ? wanted.key : next, stageBefore: wanted.key }
}

const linked = ({ records }: Parts, entity: Entity, id: number | null): readonly number[] => {
  if (id === null) return []
  if (records.find(entity, id)?.deletedAt !== null) throw notValid(entity === 'companies' ? 'org_id' : 'person_id')
  return [id]
}

const named = (name: string, value: string | number | boolean | null | undefined): Values =>
  value === undefined ? {} : { [name]: value === null || value === '' ? null : String(value) }

/** The list as a whole takes the place of the one before. The first is the main one unless one says that it is. */
const entriesAsValues = (main: string, kind: 'emails' | 'phones', entries: readonly Entry[]): Values => {
  const primary = entries.find((entry) => entry.primary) ?? entries[0]
  const others = entries.filter((entry) => entry !== primary).map((entry) => ({ ...entry, primary: false }))
  return { [main]: primary?.value ?? null, [`more_${kind}`]: asText(others) }
}

const asText = (entries: readonly Entry[]): string => JSON.stringify(entries)

const Money = z.strictObject({ value: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) })
const Period = z.strictObject({ value: day, until: day })

const customChanges = (account: string, entity: Entity, given: Readonly<Record<string, unknown>> = {}): Values =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const field = customs.find((each) => each.entity === entity && keyOf(account, each) === key)
      if (!field) throw notValid(`custom_fields.${key}`)
      const check = <T>(shape: z.ZodType<T>): T => {
        const found = shape.safeParse(value)
        if (!found.success) throw notValid(`custom_fields.${key}`)
        return found.data
      }
      if (value === null) return [field.value, null]
      const labelOf = (id: number): string => {
        const found = optionsOf(field).find((option) => option.id === id)
        if (!found) throw notValid(`custom_fields.${key}`)
        return found.label
      }
      const texts: Record<typeof field.type, () => string> = {
        ...{ varchar: () => check(z.string()), phone: () => check(z.string()), date: () => check(day) },
        double: () => String(check(z.number())),
        enum: () => labelOf(check(integer)),
        set: () => check(z.array(integer)).map(labelOf).join(';'),
        monetary: () => JSON.stringify(check(Money)),
        daterange: () => JSON.stringify(check(Period)),
        address: () => JSON.stringify(check(Address)),
      }
      return [field.value, texts[field.type]()]
    }),
  )

const Merge = z.strictObject({ merge_with_id: integer })

/** The one of the path goes, the other one stays. */
export const mergeRecord = ({ records }: Parts, entity: Entity, goes: number, body: unknown): AnyRecord => {
  const asked = Merge.safeParse(body)
  if (!asked.success) throw new Refused(400, 'merge_with_id is missing')
  const stays = records.merge(entity, asked.data.merge_with_id, goes)
  if (!stays) throw new Refused(404, 'Record not found')
  return stays
}
