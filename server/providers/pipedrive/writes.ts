import type { Crm, CrmEntity, CrmWritten } from '#ports/crm.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { costs } from './budget.ts'
import type { RawField } from './fields.ts'
import { kinds, writable } from './kinds.ts'
import { modifiedAtOf, OneAnswer, primaryOf, type RawEntry, type RawRecord, stageOf } from './records.ts'
import type { PipedriveRequests } from './requests.ts'

type Values = Parameters<Crm['create']>[1]
type Body = Record<string, unknown>

interface Parts {
  readonly requests: PipedriveRequests
  readonly fieldsOf: (entity: CrmEntity) => Promise<readonly RawField[]>
}

const singular = (entity: CrmEntity): string => {
  const { item } = kinds[entity]
  return `${item.slice(0, 1).toUpperCase()}${item.slice(1)}`
}

const askOne = (entity: CrmEntity) => ({ shape: OneAnswer, scope: `${kinds[entity].scope}:full` })

const written = (raw: RawRecord): CrmWritten => ({ id: String(raw.id), modifiedAt: modifiedAtOf(raw) })

/** A deal is linked with its first contact: further ones are participants, which v2 reads and cannot add. */
export const createRecord = async (
  { requests, fieldsOf }: Parts,
  entity: CrmEntity,
  values: Values,
  { companyId, contactIds }: Parameters<Crm['create']>[2],
): Promise<CrmWritten> => {
  const { plural } = kinds[entity]
  const body = bodyOf(entity, values, await fieldsOf(entity), null)
  // A person without a name is refused there: the address or the number takes its place.
  if (entity === 'contacts') body.name ??= values.emails ?? values.phones ?? undefined
  const contactId = contactIds[0]
  if (entity !== 'companies' && companyId !== null) body.org_id = idOf(companyId)
  if (entity === 'deals' && contactId !== undefined) body.person_id = idOf(contactId)
  const given = { operation: `${plural}.add${singular(entity)}`, method: 'POST', path: `/api/v2/${plural}`, body } as const
  return written((await requests.write({ ...given, ...askOne(entity), cost: costs.write })).data)
}

/**
 * Nothing there is against lost updates, neither a version nor a header: the record is read, its time compared, and then written. A change
 * between the two, or within the second of `unmodifiedSince`, is not seen. What is read also says what stands beside what is written.
 */
export const updateRecord = async (
  { requests, fieldsOf }: Parts,
  entity: CrmEntity,
  id: string,
  values: Values,
  { unmodifiedSince }: Parameters<Crm['update']>[3],
): Promise<CrmWritten> => {
  const { plural } = kinds[entity]
  const path = `/api/v2/${plural}/${idOf(id)}`
  const read = { operation: `${plural}.get${singular(entity)}`, path, ...askOne(entity), cost: costs.one }
  const before = (await requests.get(read)).value.data
  if (before.is_deleted) throw new ProviderError('refused', 'Pipedrive no longer has this record.', { code: 'not_found' })
  const modifiedAt = modifiedAtOf(before)
  if (unmodifiedSince && modifiedAt && modifiedAt > unmodifiedSince)
    throw new ProviderError('changed', 'The record was changed in Pipedrive meanwhile.')
  const body = bodyOf(entity, values, await fieldsOf(entity), before)
  if (Object.keys(body).length === 0) return written(before)
  const given = { operation: `${plural}.update${singular(entity)}`, method: 'PATCH', path, body } as const
  return written((await requests.write({ ...given, ...askOne(entity), cost: costs.write })).data)
}

const refused = (code: string, reason: string): ProviderError => new ProviderError('refused', reason, { code })

const idOf = (id: string): number => {
  if (/^[1-9]\d{0,15}$/.test(id)) return Number(id)
  throw refused('not_found', 'Pipedrive has no record with such an id.')
}

/** What is sent, each value in the type that its field has: v2 refuses numbers as text. */
const bodyOf = (entity: CrmEntity, values: Values, fields: readonly RawField[], before: RawRecord | null): Body => {
  const body: Body = {}
  const customs: Body = {}
  for (const name of new Set(Object.keys(values).map((each) => each.split('.')[0] ?? each))) {
    const field = fields.find(({ field_code: code }) => code === name)
    if (!field) throw refused('unknown_field', 'Pipedrive has no such field.')
    if (field.is_custom_field) customs[name] = customValue(field, values, before)
    else Object.assign(body, standardValue(entity, field, values, before))
  }
  return Object.keys(customs).length === 0 ? body : { ...body, custom_fields: customs }
}

const standardValue = (entity: CrmEntity, field: RawField, values: Values, before: RawRecord | null): Body => {
  const { field_code: name } = field
  const value = values[name] ?? null
  const clears = writable[entity][name]
  if (clears === undefined || !(name in values))
    throw refused('not_writable', 'Pipedrive does not take a value for this field.')
  if (name === 'emails' || name === 'phones') return { [name]: entriesWith(value, before?.[name] ?? []) }
  if (value === null && clears === 'never') {
    // A new record is without it anyway.
    if (before === null) return {}
    throw refused('not_clearable', 'Pipedrive does not let this field be empty.')
  }
  if (value === null) return { [name]: clears === 'empty' ? '' : null }
  if (name === 'stage_id') return stageValue(value, before)
  if (field.field_type === 'address') return { [name]: { value } }
  return { [name]: scalar(field, value) }
}

/**
 * A list is replaced whole: what stands beside the main one stays. The new main one takes the place of the old; one that stood beside it
 * changes places with it. Without a new one the next becomes the main one.
 */
const entriesWith = (value: string | null, entries: readonly RawEntry[]): readonly RawEntry[] => {
  const main = primaryOf(entries)
  const isSame = (entry: RawEntry): boolean => entry.value?.toLowerCase() === value?.toLowerCase()
  const known = entries.find(isSame)
  const others = entries.filter((entry) => entry.value && entry !== known && (entry !== main || known !== undefined))
  const first = value === null ? [] : [{ value, label: known?.label ?? main?.label ?? 'work' }]
  return [...first, ...others].map(({ value: each, label }, at) => ({
    ...{ value: each ?? '', primary: at === 0, label: label ?? 'work' },
  }))
}

/** Won and lost are a status: the deal stays in its stage. Another stage opens it again. */
const stageValue = (value: string, before: RawRecord | null): Body => {
  if (before && stageOf(before) === value) return {}
  const [, status, pipeline] = /^(won|lost):(\d+)$/.exec(value) ?? []
  if (status === undefined) {
    if (!/^\d{1,15}$/.test(value)) throw refused('not_valid', 'Pipedrive has no such stage.')
    const isOpen = before === null || before.status === 'open'
    return { stage_id: Number(value), ...(!isOpen && { status: 'open' }) }
  }
  return { status, ...(before?.pipeline_id !== Number(pipeline) && { pipeline_id: Number(pipeline) }) }
}

const day = /^\d{4}-\d\d-\d\d$/

/** One value in the type of its field. */
const scalar = ({ field_type: type }: RawField, value: string): unknown => {
  const checked = <T>(isValid: boolean, made: T): T => {
    if (isValid) return made
    throw refused('not_valid', `Pipedrive takes no such value for a field of type ${type}.`)
  }
  const number = /^-?\d{1,20}(\.\d{1,20})?$/.test(value) ? Number(value) : Number.NaN
  switch (type) {
    case 'double':
    case 'monetary':
      return checked(!Number.isNaN(number), number)
    case 'int':
    case 'enum':
    case 'user':
    case 'org':
    case 'people':
      return checked(Number.isInteger(number), number)
    case 'set': {
      const all = value.split(';').map(Number)
      return checked(all.every(Number.isInteger), all)
    }
    case 'boolean':
      return checked(value === 'true' || value === 'false', value === 'true')
    case 'date':
      return checked(day.test(value), value)
    default:
      return value
  }
}

/** Amounts go with their currency, periods with their end: the part that is not written stays as it is. */
const customValue = (field: RawField, values: Values, before: RawRecord | null): unknown => {
  const { field_code: name, field_type: type } = field
  const given = (values[name] ?? null) as string | null
  const isNamed = name in values
  if (isNamed && given === null) return null
  const old = (before?.custom_fields?.[name] ?? {}) as Readonly<Record<string, unknown>>
  if (type === 'monetary') {
    const currency = values[`${name}.currency`] ?? old.currency ?? values.currency ?? before?.currency
    return withPart(isNamed ? scalar(field, given ?? '') : old.value, { currency })
  }
  if (type === 'daterange') {
    const value = isNamed ? scalar({ ...field, field_type: 'date' }, given ?? '') : old.value
    return withPart(value, { until: values[`${name}.until`] ?? old.until ?? value })
  }
  if (!isNamed) throw refused('not_writable', 'Pipedrive does not take a value for this field.')
  return type === 'address' ? { value: given } : scalar(field, given ?? '')
}

/** A currency without an amount is no value. */
const withPart = (value: unknown, part: Body): unknown => (value === undefined || value === null ? null : { value, ...part })
