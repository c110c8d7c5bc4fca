import { z } from 'zod'
import type { CrmEntity, CrmField, OwnField } from '#ports/crm.ts'
import { modules } from './modules.ts'
import type { Requests } from './requests.ts'

/** https://www.zoho.com/crm/developer/docs/api/v8/field-meta.html */
const Option = z.object({
  display_value: z.string(),
  type: z.string().nullish(),
  sequence_number: z.number().nullish(),
  forecast_type: z.string().nullish(),
  probability: z.number().nullish(),
})
const Field = z.object({
  api_name: z.string(),
  data_type: z.string(),
  field_label: z.string().nullish(),
  display_label: z.string().nullish(),
  custom_field: z.boolean().nullish(),
  read_only: z.boolean().nullish(),
  field_read_only: z.boolean().nullish(),
  visible: z.boolean().nullish(),
  type: z.string().nullish(),
  operation_type: z.object({ api_update: z.boolean().nullish() }).nullish(),
  pick_list_values: z.array(Option).nullish(),
})
export type ZohoField = z.infer<typeof Field>
const Fields = z.object({ fields: z.array(Field) })

const types: Readonly<Record<string, CrmField['type']>> = {
  ...{ text: 'text', textarea: 'text', email: 'text', phone: 'text', website: 'text', autonumber: 'text' },
  ...{ integer: 'number', bigint: 'number', double: 'number', currency: 'number', percent: 'number', long: 'number' },
  ...{ date: 'date', datetime: 'time', boolean: 'yes_no', picklist: 'choice', multiselectpicklist: 'choices' },
  ownerlookup: 'owner',
}

/** What neither a query nor a value of text can hold. */
const unread = new Set([
  'subform',
  'multiselectlookup',
  'multiuserlookup',
  'imageupload',
  'fileupload',
  'profileimage',
  'consent_lookup',
])

const suggested: Readonly<Record<CrmEntity, Readonly<Record<string, OwnField>>>> = {
  companies: { Account_Name: 'name', Website: 'domain' },
  contacts: { Email: 'email', Phone: 'phone', First_Name: 'first_name', Last_Name: 'last_name', Title: 'job_title' },
  deals: { Deal_Name: 'name', Amount: 'amount', Currency: 'currency', Stage: 'stage', Owner: 'owner' },
}

/** Whether values can be read and written under this name now: fields can be renamed, hidden and thrown away. */
const isUsed = ({ visible, type, data_type: kind }: ZohoField): boolean =>
  visible !== false && type !== 'unused' && !unread.has(kind)

export const usedOptions = ({ pick_list_values: options }: ZohoField): readonly z.infer<typeof Option>[] =>
  (options ?? [])
    .filter(({ display_value: value, type }) => type !== 'unused' && value !== '-None-')
    .sort((a, b) => (a.sequence_number ?? 0) - (b.sequence_number ?? 0))

export const canWrite = ({ read_only, field_read_only, operation_type, data_type: kind }: ZohoField): boolean =>
  !read_only && !field_read_only && operation_type?.api_update !== false && kind !== 'formula' && kind !== 'autonumber'

/** The fields of a module that are in use. */
export const readFields = async (requests: Requests, entity: CrmEntity): Promise<readonly ZohoField[]> => {
  const { value } = await requests.get(
    {
      ...{ operation: 'fields.list', method: 'GET', path: '/settings/fields', canRepeat: true },
      query: { module: modules[entity], type: 'all' },
    },
    Fields,
  )
  return (value?.fields ?? []).filter(isUsed)
}

export const asCrmFields = (entity: CrmEntity, all: readonly ZohoField[]): readonly CrmField[] => {
  const has = (name: string): boolean => all.some((field) => field.api_name === name)
  return all
    .filter(({ api_name: name }) => name !== 'id')
    .map((field) => ({
      name: field.api_name,
      label: field.display_label ?? field.field_label ?? field.api_name,
      type: entity === 'deals' && field.api_name === 'Stage' ? 'stage' : (types[field.data_type] ?? 'other'),
      options: usedOptions(field).map(({ display_value: value }) => ({ value, label: value })),
      isCustom: field.custom_field ?? false,
      isWritable: canWrite(field),
      suggests: suggestion(entity, field, has),
    }))
}

/** A number of a mobile phone stands for the number where there is no other; LinkedIn has a field only where people made one. */
const suggestion = (entity: CrmEntity, field: ZohoField, has: (name: string) => boolean): OwnField | null => {
  const { api_name: name, custom_field: isCustom } = field
  if (entity === 'contacts' && name === 'Mobile' && !has('Phone')) return 'phone'
  if (entity === 'contacts' && isCustom && /^linked_?in/i.test(name)) return 'linkedin_url'
  return suggested[entity][name] ?? null
}
