import { z } from 'zod'
import type { CrmEntity, CrmRecord } from '#ports/crm.ts'

const id = z.int().positive()
const Entry = z.looseObject({ value: z.string().nullish(), primary: z.boolean().nullish(), label: z.string().nullish() })
const time = z.union([z.string(), z.number()]).nullish()

/** What is read of every record of v2; all other names are fields. */
const Raw = z.looseObject({
  id,
  ...{ add_time: time, update_time: time, is_deleted: z.boolean().nullish() },
  ...{ org_id: id.nullish(), person_id: id.nullish(), stage_id: id.nullish(), pipeline_id: id.nullish() },
  ...{ status: z.string().nullish(), emails: z.array(Entry).nullish(), phones: z.array(Entry).nullish() },
  custom_fields: z.record(z.string(), z.unknown()).nullish(),
  participants_count: z.int().nullish().catch(null),
})
export type RawRecord = z.output<typeof Raw>
export type RawEntry = z.output<typeof Entry>

/** A list of v2. What its records are is looked at one by one. */
export const ListAnswer = z.looseObject({
  success: z.literal(true),
  data: z.array(z.unknown()),
  additional_data: z.looseObject({ next_cursor: z.string().nullish() }).nullish(),
})

export const OneAnswer = z.looseObject({ success: z.literal(true), data: Raw })

interface Read {
  readonly records: readonly RawRecord[]
  readonly unreadable: readonly { readonly id: string; readonly reason: string }[]
}

/** One broken record is no broken page. */
export const readRaws = (data: readonly unknown[]): Read => {
  const [records, unreadable]: [RawRecord[], { id: string; reason: string }[]] = [[], []]
  for (const each of data) {
    const read = Raw.safeParse(each)
    if (read.success) records.push(read.data)
    else unreadable.push({ id: idIn(each), reason: reasonOf(read.error) })
  }
  return { records, unreadable }
}

const idIn = (raw: unknown): string => {
  const found = (raw as { id?: unknown } | null)?.id
  return typeof found === 'number' || typeof found === 'string' ? String(found).slice(0, 40) : ''
}

const reasonOf = (error: z.ZodError): string => {
  const issue = error.issues[0]
  const where = issue?.path.join('.') ?? ''
  return `${where === '' ? 'The record' : where} is not as documented: ${issue?.code ?? 'invalid'}.`.slice(0, 200)
}

/** Null for what is no time. RFC 3339 of v2, `YYYY-MM-DD HH:MM:SS` in UTC of v1, and seconds or milliseconds since 1970. */
export const readTime = (given: unknown): Date | null => {
  if (typeof given === 'number')
    return Number.isFinite(given) ? new Date(given > 100_000_000_000 ? given : given * 1_000) : null
  if (typeof given !== 'string') return null
  const old = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(given)
  const at = Date.parse(old ? `${given.replace(' ', 'T')}Z` : given)
  return Number.isNaN(at) ? null : new Date(at)
}

export const modifiedAtOf = (raw: RawRecord): Date | null => readTime(raw.update_time) ?? readTime(raw.add_time)

/** `others`: of a deal, who takes part in it beside its main person. */
export const asRecord = (
  entity: CrmEntity,
  raw: RawRecord,
  fields: readonly string[],
  others: readonly string[] = [],
): CrmRecord => ({
  id: String(raw.id),
  modifiedAt: modifiedAtOf(raw),
  values: Object.fromEntries(fields.map((name) => [name, shownValue(entity, raw, name)])),
  companyIds: entity !== 'companies' && raw.org_id ? [String(raw.org_id)] : [],
  contactIds: entity === 'deals' ? [...(raw.person_id ? [String(raw.person_id)] : []), ...others] : [],
  mergedIds: [],
})

/** Won and lost are a status beside the stage: they are shown as stages of their pipeline. */
export const stageOf = ({ status, stage_id: stage, pipeline_id: pipeline }: RawRecord): string | null => {
  if (status === 'won' || status === 'lost') return `${status}:${pipeline ?? 0}`
  return stage ? String(stage) : null
}

/** The one that is marked, else the first one. */
export const primaryOf = (entries: readonly RawEntry[]): RawEntry | undefined =>
  entries.find(({ primary, value }) => primary && value) ?? entries.find(({ value }) => value)

/** `emails.others`: those beside the main one; `<key>.currency`: a part of a value. */
const shownValue = (entity: CrmEntity, raw: RawRecord, name: string): string | null => {
  const [whole = '', part] = name.split('.')
  if (entity === 'deals' && name === 'stage_id') return stageOf(raw)
  if (entity === 'contacts' && (whole === 'emails' || whole === 'phones')) {
    const main = primaryOf(raw[whole] ?? [])
    if (part === undefined) return main?.value ?? null
    return joined((raw[whole] ?? []).filter((entry) => entry !== main).map(({ value }) => value))
  }
  const found = raw.custom_fields?.[whole] ?? raw[whole]
  if (part !== undefined) return textOf((found as Readonly<Record<string, unknown>> | null | undefined)?.[part])
  return whole.endsWith('_time') ? (readTime(found)?.toISOString() ?? null) : textOf(found)
}

const joined = (values: readonly unknown[]): string | null => values.flatMap((each) => textOf(each) ?? []).join(';') || null

/** Amounts, addresses and periods have their main part in `value`; labels and people may come as objects with an id. */
const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value === '' ? null : value
  if (typeof value === 'number') return plainNumber(value)
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return joined(value)
  if (value === null || typeof value !== 'object') return null
  const { value: main, id: ofObject } = value as { value?: unknown; id?: unknown }
  return textOf(main ?? ofObject)
}

/** Without an exponent. */
const plainNumber = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text
}
