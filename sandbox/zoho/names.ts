import { customFields, type Entity, owners, stages } from '../crm/seed.ts'
import { Refused } from './refusals.ts'

/** Their modules by their names in paths. */
const modules = { Accounts: 'companies', Contacts: 'contacts', Deals: 'deals' } as const satisfies Record<string, Entity>
export type ModuleName = keyof typeof modules
export const moduleNames = Object.keys(modules) as readonly ModuleName[]

export const entityOf = (module: string): Entity => {
  const found = (modules as Readonly<Record<string, Entity>>)[module]
  if (!found) throw new Refused('INVALID_MODULE', 'the module name is not valid', { resource_path_index: 0 }, 404)
  return found
}
export const moduleOf = (entity: Entity): ModuleName => moduleNames.find((name) => modules[name] === entity) as ModuleName

const digitOf = { companies: '1', contacts: '2', deals: '3' } as const
const before = '410405000'

/** Ids are texts of 18 digits, more than a number in JSON can carry. */
export const toId = (entity: Entity, id: number): string => `${before}${digitOf[entity]}${String(id).padStart(8, '0')}`
export const fromId = (entity: Entity, id: string): number | undefined => {
  const start = `${before}${digitOf[entity]}`
  return id.length === 18 && id.startsWith(start) && /^\d+$/.test(id) ? Number(id.slice(start.length)) : undefined
}

/** A field of a module. `own`: the value of the record that it shows. */
export interface Field {
  readonly api: string
  readonly label: string
  readonly type: string
  readonly own: string | null
  readonly options?: readonly string[]
  readonly isCustom?: boolean
  readonly isReadOnly?: boolean
  readonly isMandatory?: boolean
}

const field = (api: string, type: string, own: string | null, more: Partial<Field> = {}): Field => ({
  ...{ api, type, own, label: api.replaceAll('_', ' ') },
  ...more,
})
const times = [
  field('Created_Time', 'datetime', null, { isReadOnly: true }),
  field('Modified_Time', 'datetime', null, { isReadOnly: true }),
]
const owner = field('Owner', 'ownerlookup', 'ownerId')
const mandatory = { isMandatory: true }

const customTypes = { choice: 'picklist', date: 'date', number: 'integer', text: 'text' } as const
const customOf = (entity: Entity): Field[] =>
  customFields
    .filter((each) => each.entity === entity)
    .map(({ name, label, type, options }) => ({
      ...{ api: name.replace(/(^|_)[a-z]/g, (start) => start.toUpperCase()), label, type: customTypes[type], own: name },
      ...{ options, isCustom: true },
    }))

const industries = ['Bakery', 'Logistics', 'Architecture', 'Dental care', 'Software']

const fields: Readonly<Record<Entity, readonly Field[]>> = {
  companies: [
    field('Account_Name', 'text', 'name', mandatory),
    field('Website', 'website', 'domain'),
    field('Phone', 'phone', 'phone'),
    field('Billing_City', 'text', 'city'),
    field('Industry', 'picklist', 'industry', { options: industries }),
    field('Employees', 'integer', 'employees'),
    owner,
    ...customOf('companies'),
    ...times,
  ],
  contacts: [
    field('First_Name', 'text', 'firstName'),
    field('Last_Name', 'text', 'lastName', mandatory),
    field('Full_Name', 'text', null, { isReadOnly: true }),
    field('Email', 'email', 'email'),
    field('Phone', 'phone', 'phone'),
    field('Mobile', 'phone', 'mobile'),
    field('Title', 'text', 'title'),
    field('Account_Name', 'lookup', null),
    field('Email_Opt_Out', 'boolean', 'email_opt_out'),
    field('Languages', 'multiselectpicklist', 'languages', { options: ['English', 'German', 'Tamil'], isCustom: true }),
    field('LinkedIn', 'website', 'linkedin', { isCustom: true }),
    owner,
    ...customOf('contacts'),
    ...times,
  ],
  deals: [
    field('Deal_Name', 'text', 'name', mandatory),
    field('Amount', 'currency', 'amount'),
    field('Currency', 'picklist', 'currency', { options: ['EUR', 'USD', 'JPY'] }),
    field('Stage', 'picklist', 'stageId', { ...mandatory, options: stages.map(({ name }) => name) }),
    field('Pipeline', 'picklist', null, { ...mandatory, options: ['Standard'] }),
    field('Closing_Date', 'date', 'closeDate'),
    field('Account_Name', 'lookup', null),
    field('Contact_Name', 'lookup', null),
    owner,
    ...customOf('deals'),
    ...times,
  ],
}

/** With as many text fields `Extra_1`, `Extra_2` … as people have added. */
export const fieldsOf = (entity: Entity, extra: number): readonly Field[] => [
  ...fields[entity],
  ...Array.from({ length: extra }, (_, at) => field(`Extra_${at + 1}`, 'text', `extra_${at + 1}`, { isCustom: true })),
]

const userId = (id: number): string => `41040500000008600${id}`

export const users = owners.map(({ id, name, email, hasLeft }) => ({ own: String(id), id: userId(id), name, email, hasLeft }))

export const stageNamed = (name: string) => stages.find((stage) => stage.name === name)
export const stageOf = (own: string | null | undefined): string | null =>
  own == null ? null : (stages.find(({ id }) => id === own)?.name ?? own)
