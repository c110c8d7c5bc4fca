import { z } from 'zod'
import type { CrmEntity, CrmField, OwnField } from '#ports/crm.ts'
import { type Calls, dataPath } from './requests.ts'

export const objects = { companies: 'Account', contacts: 'Contact', deals: 'Opportunity' } as const satisfies Record<
  CrmEntity,
  string
>

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_describe.htm */
const Described = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string().nullish(),
      type: z.string(),
      custom: z.boolean().nullish(),
      createable: z.boolean().nullish(),
      updateable: z.boolean().nullish(),
      deprecatedAndHidden: z.boolean().nullish(),
      picklistValues: z
        .array(z.object({ value: z.string(), label: z.string().nullish(), active: z.boolean().nullish() }))
        .nullish(),
    }),
  ),
})
export type DescribedField = z.output<typeof Described>['fields'][number]

/** The fields that this user may see now. */
export const describe = async (calls: Calls, entity: CrmEntity): Promise<readonly DescribedField[]> => {
  const path = `${dataPath}/sobjects/${objects[entity]}/describe`
  return (await calls.call({ operation: `describe ${objects[entity]}`, path, shape: Described })).value.fields
}

const types: Readonly<Record<string, CrmField['type']>> = {
  ...{
    string: 'text',
    textarea: 'text',
    email: 'text',
    phone: 'text',
    url: 'text',
    id: 'text',
    encryptedstring: 'text',
    combobox: 'text',
  },
  ...{ int: 'number', long: 'number', double: 'number', currency: 'number', percent: 'number' },
  ...{ date: 'date', datetime: 'time', boolean: 'yes_no', picklist: 'choice', multipicklist: 'choices' },
}
/** Their parts are fields of their own, or they are no text at all. */
const withoutValue = new Set(['address', 'location', 'base64', 'anyType', 'complexvalue', 'json'])

const suggestions: Record<CrmEntity, Readonly<Record<string, OwnField>>> = {
  companies: { Name: 'name', Website: 'domain' },
  contacts: { Email: 'email', Phone: 'phone', FirstName: 'first_name', LastName: 'last_name', Title: 'job_title' },
  deals: { Name: 'name', Amount: 'amount', CurrencyIsoCode: 'currency', StageName: 'stage', OwnerId: 'owner' },
}

export const typeOf = ({ name, type }: Pick<DescribedField, 'name' | 'type'>): CrmField['type'] => {
  if (name === 'StageName') return 'stage'
  if (name === 'OwnerId') return 'owner'
  return types[type] ?? 'other'
}

export const asCrmFields = (entity: CrmEntity, described: readonly DescribedField[]): CrmField[] => {
  const shown = described.filter(({ type, deprecatedAndHidden }) => !withoutValue.has(type) && !deprecatedAndHidden)
  const hasPhone = shown.some(({ name }) => name === 'Phone')
  return shown.map((field) => ({
    ...{ name: field.name, label: field.label ?? field.name, type: typeOf(field), isCustom: field.custom ?? false },
    options: (field.picklistValues ?? []).flatMap(({ value, label, active }) =>
      active === false ? [] : { value, label: label ?? value },
    ),
    isWritable: field.updateable ?? false,
    suggests:
      suggestions[entity][field.name] ?? (entity === 'contacts' && field.name === 'MobilePhone' && !hasPhone ? 'phone' : null),
  }))
}

const plainNumber = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** A value as the port says it. Compounds, such as addresses, have none. */
export const asText = (value: unknown): string | null => {
  if (typeof value === 'number') return /e/.test(String(value)) ? plainNumber.format(value) : String(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || value === '') return null
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/.test(value) ? (timeIn(value)?.toISOString() ?? value) : value
}

/** `2026-11-20T09:00:00.000+0000`, with a colon or without, or a number since 1970 in milliseconds. */
export const timeIn = (value: unknown): Date | null => {
  const ms =
    typeof value === 'number' || (typeof value === 'string' && /^\d{11,16}$/.test(value))
      ? Number(value)
      : Date.parse(String(value).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Math.abs(ms) <= 8.64e15 ? new Date(ms) : null
}

/** What the API takes for a text of the port: numbers and yes or no in their own form. */
export const asJson = (field: DescribedField, text: string | null): string | number | boolean | null => {
  if (text === null || text === '') return null
  const type = typeOf(field)
  if (type === 'yes_no') return text === 'true'
  // A double has 15 digits that are sure; longer ones go as text, which the service reads.
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= 15) return Number(text)
  return text
}
