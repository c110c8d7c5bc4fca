import { customFields, type Entity, owners, stages } from '../crm/seed.ts'

/** One of HubSpot's properties, with the value of a record that it stands for. */
export interface Property {
  readonly name: string
  readonly label: string
  readonly type: 'string' | 'number' | 'bool' | 'date' | 'datetime' | 'enumeration' | 'phone_number'
  readonly fieldType: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The name of the value in a record; the property's own where the record has no other. */
  readonly value: string
  readonly isOwn: boolean
  readonly isReadOnly: boolean
}

type Given = Partial<Omit<Property, 'name'>>
type Entry = readonly [name: string, given: Given]

const readOnly: Given = { isReadOnly: true }
const time: Given = { type: 'datetime', fieldType: 'date' }
const number: Given = { type: 'number', fieldType: 'number' }
const owner: Given = { type: 'enumeration', fieldType: 'select', value: 'ownerId', label: 'Owner' }
const choice = (...options: readonly string[]): Given => ({
  ...{ type: 'enumeration', fieldType: 'select' },
  options: options.map((label) => ({ label, value: label.toLowerCase().replace(/\W/g, '') })),
})
const everywhere: readonly Entry[] = [
  ['hs_object_id', { ...number, ...readOnly, label: 'Record ID' }],
  ['createdate', { ...time, ...readOnly, label: 'Create date' }],
  ['hs_merged_object_ids', { ...choice(), ...readOnly, fieldType: 'checkbox', label: 'Merged record IDs' }],
  ['hubspot_owner_id', owner],
]
const plain = (...names: readonly string[]): readonly Entry[] => names.map((name) => [name, {}])

/** The stages of each pipeline, as HubSpot names them: words, or numbers. */
export const stageIds: Readonly<Record<string, string>> = {
  ...{ appointment: 'appointmentscheduled', qualified: 'qualifiedtobuy', contract: 'contractsent' },
  ...{ won: '1021397211', lost: 'closedlost' },
}
export const pipelines = [
  { id: 'default', label: 'Sales Pipeline', stages: stages.map((stage) => ({ ...stage, id: stageIds[stage.id] ?? stage.id })) },
  {
    id: '75210',
    label: 'Renewals',
    stages: [
      { id: '991', name: 'Due', kind: 'open', probability: 60 },
      { id: '992', name: 'Renewed', kind: 'won', probability: 100 },
    ],
  },
] as const

const stageOptions = pipelines.flatMap(({ stages: all }) => all.map(({ id, name }) => ({ value: id, label: name })))

const standard: Readonly<Record<Entity, readonly Entry[]>> = {
  contacts: [
    ['email', { label: 'Email' }],
    ['firstname', { value: 'firstName', label: 'First name' }],
    ['lastname', { value: 'lastName', label: 'Last name' }],
    ['phone', { label: 'Phone number' }],
    ['company', { value: 'companyName', label: 'Company name' }],
    ['jobtitle', { value: 'title', label: 'Job title' }],
    ['hs_linkedin_url', { value: 'linkedin', label: 'LinkedIn URL' }],
    ['hs_additional_emails', { ...choice(), fieldType: 'checkbox', label: 'Additional emails' }],
    ['lifecyclestage', choice('Subscriber', 'Lead', 'Opportunity', 'Customer')],
    ['hs_lead_status', choice('New', 'Open', 'Connected')],
    ['hs_buying_role', { ...choice('Budget holder', 'Champion', 'Decision maker'), fieldType: 'checkbox' }],
    ['hs_email_optout', { type: 'bool', fieldType: 'booleancheckbox', ...readOnly }],
    ['num_notes', { ...number, ...readOnly }],
    ['date_of_birth', { type: 'date', fieldType: 'date' }],
    ['lastmodifieddate', { ...time, ...readOnly, label: 'Last modified date' }],
    ...plain('mobilephone', 'fax', 'website', 'address', 'city', 'state', 'zip', 'country', 'salutation', 'industry'),
    ...plain('school', 'degree', 'field_of_study', 'twitterhandle', 'message'),
  ],
  companies: [
    ['name', { label: 'Company name' }],
    ['domain', { label: 'Company domain name' }],
    ['numberofemployees', { ...number, value: 'employees', label: 'Number of employees' }],
    ['annualrevenue', number],
    ['hs_lastmodifieddate', { ...time, ...readOnly, label: 'Last modified date' }],
    ...plain('phone', 'city', 'industry', 'website', 'address', 'state', 'zip', 'country', 'description'),
  ],
  deals: [
    ['dealname', { value: 'name', label: 'Deal name' }],
    ['amount', { ...number, label: 'Amount' }],
    [
      'deal_currency_code',
      { ...choice(), options: ['EUR', 'USD', 'GBP'].map((code) => ({ value: code, label: code })), value: 'currency' },
    ],
    ['dealstage', { ...choice(), fieldType: 'radio', options: stageOptions, value: 'stageId', label: 'Deal stage' }],
    ['pipeline', { ...choice(), options: pipelines.map(({ id, label }) => ({ value: id, label })) }],
    ['closedate', { ...time, value: 'closeDate', label: 'Close date' }],
    ['hs_lastmodifieddate', { ...time, ...readOnly, label: 'Last modified date' }],
    ...plain('description', 'dealtype', 'hs_next_step'),
  ],
}

const types = {
  text: ['string', 'text'],
  number: ['number', 'number'],
  date: ['date', 'date'],
  choice: ['enumeration', 'select'],
} as const

const propertyOf = ([name, given]: Entry): Property => ({
  ...{ name, label: name, type: 'string', fieldType: 'text', options: [], value: name, isOwn: false, isReadOnly: false },
  ...given,
})

const customOf = (entity: Entity): Property[] =>
  customFields
    .filter((field) => field.entity === entity)
    .map(({ name, label, type, options }) => {
      const [kind, fieldType] = types[type]
      return {
        ...propertyOf([name, { label, type: kind, fieldType, isOwn: true }]),
        options: options.map((option) => ({ value: option, label: option })),
      }
    })

const all = (entity: Entity): ReadonlyMap<string, Property> =>
  new Map(
    [...everywhere, ...standard[entity]]
      .map(propertyOf)
      .concat(customOf(entity))
      .map((each) => [each.name, each]),
  )

/** By entity and name. */
export const properties: Readonly<Record<Entity, ReadonlyMap<string, Property>>> = {
  companies: all('companies'),
  contacts: all('contacts'),
  deals: all('deals'),
}

export const modifiedName = (entity: Entity): string => (entity === 'contacts' ? 'lastmodifieddate' : 'hs_lastmodifieddate')

/** Owners have an id that is not their user's. */
export const ownerIdOf = (id: string): string => {
  const owner = owners.find((each) => String(each.id) === id)
  return owner === undefined ? id : String((owner.hasLeft ? 6_000 : 7_000) + owner.id)
}

const madeAt = '2024-03-01T10:00:00.000Z'
const stamps = { createdAt: madeAt, updatedAt: madeAt }

export const shownProperties = (entity: Entity) =>
  [...properties[entity].values()].map(({ name, label, type, fieldType, options, isOwn, isReadOnly }) => ({
    ...{ name, label, type, fieldType, description: '', groupName: `${entity}information`, ...stamps },
    options: options.map((option, displayOrder) => ({ ...option, displayOrder, hidden: false })),
    ...{ hubspotDefined: !isOwn, hasUniqueValue: name === 'hs_object_id', calculated: false, hidden: false },
    ...(name === 'hubspot_owner_id' && { externalOptions: true, referencedObjectType: 'OWNER' }),
    modificationMetadata: { archivable: isOwn, readOnlyDefinition: !isOwn, readOnlyValue: isReadOnly },
    archived: false,
  }))

export const shownPipelines = () =>
  pipelines.map(({ id, label, stages: all }, displayOrder) => ({
    ...{ id, label, displayOrder, archived: false, ...stamps },
    stages: all.map((stage, place) => ({
      ...{ id: stage.id, label: stage.name, displayOrder: place, archived: false, ...stamps },
      metadata: { isClosed: String(stage.kind !== 'open'), probability: (stage.probability / 100).toFixed(1) },
    })),
  }))

export const shownOwners = (areArchived: boolean) =>
  owners
    .filter(({ hasLeft }) => hasLeft === areArchived)
    .map(({ id, name, email }) => {
      const [firstName, lastName] = name.split(' ')
      const userId = 9_000 + id
      return {
        ...{ id: ownerIdOf(String(id)), type: 'PERSON', email, firstName, lastName },
        ...{ userId: areArchived ? null : userId, userIdIncludingInactive: userId, archived: areArchived, ...stamps },
      }
    })
