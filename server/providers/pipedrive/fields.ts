import { z } from 'zod'
import type { CrmEntity, CrmField, CrmOwner, CrmStage } from '#ports/crm.ts'
import { costs } from './budget.ts'
import { kinds, suggestions, writable } from './kinds.ts'
import { ListAnswer } from './records.ts'
import type { PipedriveRequests, Query } from './requests.ts'

const RawField = z.looseObject({
  field_name: z.string(),
  field_code: z.string(),
  field_type: z.string(),
  is_custom_field: z.boolean(),
  options: z
    .array(z.looseObject({ id: z.union([z.number(), z.string(), z.boolean()]), label: z.string().nullish() }))
    .nullish(),
  subfields: z.array(z.looseObject({ field_code: z.string(), field_name: z.string(), field_type: z.string() })).nullish(),
})
export type RawField = z.output<typeof RawField>

const Pipeline = z.looseObject({
  ...{ id: z.int(), name: z.string(), order_nr: z.number().nullish(), is_deleted: z.boolean().nullish() },
})
const Stage = z.looseObject({ ...Pipeline.shape, pipeline_id: z.int() })
const Users = z.looseObject({
  success: z.literal(true),
  data: z.array(z.looseObject({ id: z.int(), name: z.string().nullish(), email: z.string().nullish() })).nullable(),
})

const mostPages = 100

/** All pages of what is small. What is not as documented is left out. */
const listAll = async <T>(
  requests: PipedriveRequests,
  given: { readonly operation: string; readonly path: string; readonly scope: string },
  shape: z.ZodType<T>,
): Promise<readonly T[]> => {
  const found: T[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < mostPages; pages++) {
    const query: Query = { limit: 500, cursor }
    const { value } = await requests.get({ ...given, query, shape: ListAnswer, cost: costs.list })
    found.push(
      ...value.data.flatMap((each) => {
        const read = shape.safeParse(each)
        return read.success ? [read.data] : []
      }),
    )
    const next: string | null = value.additional_data?.next_cursor ?? null
    if (next === null || next === cursor) return found
    cursor = next
  }
  return found
}

export const listRawFields = (requests: PipedriveRequests, entity: CrmEntity): Promise<readonly RawField[]> => {
  const { fields, scope } = kinds[entity]
  const operation = `${fields}.get${fields.slice(0, 1).toUpperCase()}${fields.slice(1)}`
  return listAll(requests, { operation, path: `/api/v2/${fields}`, scope: `${scope}:read` }, RawField)
}

const types: Readonly<Record<string, CrmField['type']>> = {
  ...{ int: 'number', double: 'number', monetary: 'number', boolean: 'yes_no' },
  ...{ varchar: 'text', text: 'text', phone: 'text', varchar_auto: 'text', varchar_options: 'text', address: 'text' },
  ...{ time: 'text', timerange: 'text', date: 'date', daterange: 'date' },
  ...{ enum: 'choice', status: 'choice', visible_to: 'choice', set: 'choices', stage: 'stage', user: 'owner' },
}

/** Times of Pipedrive's own are described as dates. */
const typeOf = ({ field_code: code, field_type: type, is_custom_field: isCustom }: RawField): CrmField['type'] => {
  if (!isCustom && code.endsWith('_time')) return 'time'
  if (!isCustom && code === 'stage_id') return 'stage'
  if (!isCustom && code === 'owner_id') return 'owner'
  return types[type] ?? 'other'
}

const writableCustoms = new Set(
  'int double monetary boolean varchar text phone varchar_auto address date daterange enum set user org people'.split(' '),
)
/** Parts of a value that can be written beside it. */
const writableParts: Readonly<Record<string, string>> = { monetary: 'currency', daterange: 'until' }

/** A field, and its parts: `<key>.currency`. `emails.others` and `phones.others` are what a person has beside the main one. */
export const asFields = (entity: CrmEntity, raw: RawField): readonly CrmField[] => {
  const { field_code: code, field_name: label, field_type: type, is_custom_field: isCustom } = raw
  const field: CrmField = {
    ...{ name: code, label, type: typeOf(raw), isCustom },
    options:
      typeOf(raw) === 'choice' || typeOf(raw) === 'choices'
        ? (raw.options ?? []).map((option) => ({ value: String(option.id), label: option.label ?? String(option.id) }))
        : [],
    isWritable: isCustom ? writableCustoms.has(type) : code in writable[entity],
    suggests: isCustom ? null : (suggestions[entity][code] ?? null),
  }
  const part = { isCustom, options: [], suggests: null }
  const hasOthers = entity === 'contacts' && (code === 'emails' || code === 'phones')
  return [
    field,
    ...(hasOthers
      ? [{ ...part, name: `${code}.others`, label: `${label} (others)`, type: 'text' as const, isWritable: false }]
      : []),
    ...(raw.subfields ?? []).map((sub) => ({
      ...{ ...part, name: `${code}.${sub.field_code}`, label: sub.field_name, type: types[sub.field_type] ?? 'other' },
      isWritable: isCustom && writableParts[type] === sub.field_code,
    })),
  ]
}

/** Beside the stages of each pipeline one for won and one for lost deals, `won:<pipeline>` and `lost:<pipeline>`. */
export const listStages = async (requests: PipedriveRequests): Promise<readonly CrmStage[]> => {
  const scope = 'deals:read'
  const [pipelines, stages] = [
    await listAll(requests, { operation: 'pipelines.getPipelines', path: '/api/v2/pipelines', scope }, Pipeline),
    await listAll(requests, { operation: 'stages.getStages', path: '/api/v2/stages', scope }, Stage),
  ]
  const inOrder = <T extends z.output<typeof Pipeline>>(all: readonly T[]): readonly T[] =>
    all.filter((each) => !each.is_deleted).sort((a, b) => (a.order_nr ?? 0) - (b.order_nr ?? 0) || a.id - b.id)
  return inOrder(pipelines).flatMap((pipeline) => {
    const open = inOrder(stages.filter((stage) => stage.pipeline_id === pipeline.id))
    const all = [
      ...open.map(({ id, name }) => ({ id: String(id), name, kind: 'open' as const })),
      { id: `won:${pipeline.id}`, name: 'Won', kind: 'won' as const },
      { id: `lost:${pipeline.id}`, name: 'Lost', kind: 'lost' as const },
    ]
    return all.map((stage, position) => ({ ...stage, position, pipelineId: String(pipeline.id), pipeline: pipeline.name }))
  })
}

/** v1 alone has users, those who were deactivated included, on one page. */
export const listOwners = async (requests: PipedriveRequests): Promise<readonly CrmOwner[]> => {
  const asked = { operation: 'users.getUsers', path: '/v1/users', shape: Users, cost: costs.users, scope: 'users:read' }
  const { value } = await requests.get(asked)
  return (value.data ?? []).map(({ id, name, email }) => ({ id: String(id), name: name || null, email: email || null }))
}
