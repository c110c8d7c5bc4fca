import { customFields, type Entity, owners } from '../crm/seed.ts'
import { digestOf } from '../folder.ts'
import { pipelines, stages } from './stages.ts'

/** A field that this account has made. `value`: under which name the records keep it. */
export interface CustomField {
  readonly entity: Entity
  readonly value: string
  readonly label: string
  readonly type: 'varchar' | 'double' | 'date' | 'enum' | 'set' | 'monetary' | 'daterange' | 'address' | 'phone'
  readonly options: readonly string[]
}

const types = { choice: 'enum', date: 'date', number: 'double', text: 'varchar' } as const

/** Those of the seed, those that stand for what Pipedrive has no field for, and one of each type that is more than a text. */
export const customs: readonly CustomField[] = [
  ...customFields.map(({ entity, name, label, type, options }) => ({
    ...{ entity, value: name, label, type: types[type], options },
  })),
  { entity: 'contacts', value: 'linkedin', label: 'LinkedIn', type: 'varchar', options: [] },
  { entity: 'contacts', value: 'interests', label: 'Interests', type: 'set', options: ['Golf', 'Chess', 'Sailing'] },
  { entity: 'companies', value: 'phone', label: 'Phone', type: 'phone', options: [] },
  { entity: 'companies', value: 'industry', label: 'Branch', type: 'varchar', options: [] },
  { entity: 'deals', value: 'budget', label: 'Budget', type: 'monetary', options: [] },
  { entity: 'deals', value: 'warranty', label: 'Warranty', type: 'daterange', options: [] },
  { entity: 'deals', value: 'site', label: 'Building site', type: 'address', options: [] },
]

/** 40 hexadecimal digits, other ones in each account. */
export const keyOf = (account: string, { entity, value }: Pick<CustomField, 'entity' | 'value'>): string =>
  digestOf(`${account} ${entity} ${value}`).slice(0, 40)

/** Ids of options are numbers of the account; they are unlike each other in all fields. */
export const optionsOf = (field: CustomField) =>
  field.options.map((label, at) => ({ id: 10 * (customs.indexOf(field) + 1) + at, label }))

const parts: { readonly [Type in CustomField['type']]?: readonly (readonly [code: string, name: string, type: string])[] } = {
  monetary: [['currency', 'Currency of', 'varchar']],
  daterange: [['until', 'End of', 'date']],
  address: [
    ['locality', 'City of', 'varchar'],
    ['postal_code', 'Postal code of', 'varchar'],
    ['country', 'Country of', 'varchar'],
  ],
}

/** What only comes where `include_fields` names it, and is always the same here, but for `participants_count`. */
export const optionalFields: Readonly<Record<Entity, Readonly<Record<string, null | 0>>>> = {
  companies: { open_deals_count: 0, people_count: 0, notes_count: 0, next_activity_id: null },
  contacts: { open_deals_count: 0, notes_count: 0, next_activity_id: null, last_incoming_mail_time: null },
  deals: { participants_count: 0, notes_count: 0, next_activity_id: null, source_lead_id: null },
}

type Standard = readonly [code: string, name: string, type: string]
const common: readonly Standard[] = [
  ['id', 'ID', 'int'],
  ['owner_id', 'Owner', 'user'],
  ['add_time', 'Created', 'date'],
  ['update_time', 'Updated', 'date'],
  ['label_ids', 'Labels', 'set'],
  ['visible_to', 'Visible to', 'visible_to'],
]
const standard: Readonly<Record<Entity, readonly Standard[]>> = {
  companies: [
    ['name', 'Name', 'varchar'],
    ['address', 'Address', 'address'],
    ['website', 'Website', 'varchar'],
    ['linkedin', 'LinkedIn profile', 'varchar'],
    ['employee_count', 'Employees', 'int'],
    ['annual_revenue', 'Annual revenue', 'double'],
  ],
  contacts: [
    ['name', 'Name', 'varchar'],
    ['first_name', 'First name', 'varchar'],
    ['last_name', 'Last name', 'varchar'],
    ['emails', 'Email', 'varchar'],
    ['phones', 'Phone', 'phone'],
    ['org_id', 'Organization', 'org'],
    ['job_title', 'Job title', 'varchar'],
    ['notes', 'Notes', 'text'],
  ],
  deals: [
    ['title', 'Title', 'varchar'],
    ['value', 'Value', 'monetary'],
    ['currency', 'Currency', 'varchar'],
    ['stage_id', 'Stage', 'stage'],
    ['pipeline_id', 'Pipeline', 'pipeline'],
    ['status', 'Status', 'status'],
    ['person_id', 'Contact person', 'people'],
    ['org_id', 'Organization', 'org'],
    ['probability', 'Probability', 'int'],
    ['expected_close_date', 'Expected close date', 'date'],
    ['lost_reason', 'Lost reason', 'varchar_options'],
    ['won_time', 'Won time', 'date'],
    ['is_archived', 'Archived', 'boolean'],
  ],
}

const choices: Readonly<Record<string, readonly { readonly id: number | string; readonly label: string }[]>> = {
  status: ['open', 'won', 'lost'].map((id) => ({ id, label: `${id.slice(0, 1).toUpperCase()}${id.slice(1)}` })),
  stage_id: stages.map(({ id, name }) => ({ id, label: name })),
  pipeline_id: pipelines.map(({ id, name }) => ({ id, label: name })),
  owner_id: owners.map(({ id, name }) => ({ id, label: name })),
}

/** The fields of a kind as v2 describes them. */
export const describeFields = (account: string, entity: Entity) => {
  const given = [...common.slice(0, 1), ...standard[entity], ...common.slice(1)].map(([code, name, type]) => ({
    ...{ field_name: name, field_code: code, field_type: type, is_custom_field: false, is_optional_response_field: false },
    ...{ options: choices[code]?.map((option) => ({ ...option })) ?? null, subfields: null },
  }))
  const optional = Object.keys(optionalFields[entity]).map((code) => ({
    ...{ field_name: code.replaceAll('_', ' '), field_code: code, field_type: code.endsWith('time') ? 'date' : 'int' },
    ...{ is_custom_field: false, is_optional_response_field: true, options: null, subfields: null },
  }))
  const made = customs
    .filter((field) => field.entity === entity)
    .map((field) => ({
      ...{ field_name: field.label, field_code: keyOf(account, field), field_type: field.type, is_custom_field: true },
      is_optional_response_field: false,
      options: field.options.length === 0 ? null : optionsOf(field),
      subfields:
        parts[field.type]?.map(([code, name, type]) => ({
          ...{ field_code: code, field_name: `${name} ${field.label}`, field_type: type },
        })) ?? null,
    }))
  return [...given, ...optional, ...made]
}
