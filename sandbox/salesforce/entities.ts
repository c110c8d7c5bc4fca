import { liveIds } from '../crm/control.ts'
import type { CrmRecords } from '../crm/records.ts'
import { type AnyRecord, customFields, type Entity, stages } from '../crm/seed.ts'
import { field, systemFields } from './fields.ts'
import { idOf, prefixes } from './ids.ts'
import { type Field, type Org, type Plan, type Row, type SObject, secondOf } from './orgs.ts'
import { ownerIdOf } from './people.ts'

export interface EntityRow extends Row {
  readonly record: AnyRecord
}

/** A field that stands for a value of the records. */
interface ValueField extends Field<EntityRow> {
  readonly value: string | null
}

export const rowOf = (record: AnyRecord): EntityRow => ({
  ...{ n: record.id, stamp: record.modifiedAt, isDeleted: record.deletedAt !== null, record },
})

/** `values.email` as the field `Email`. */
const valueField = (
  name: string,
  type: Field['type'],
  value: string,
  more: Partial<Omit<Field<EntityRow>, 'name' | 'type'>> = {},
): ValueField => {
  const isNumber = type === 'int' || type === 'double' || type === 'currency'
  const read = ({ record }: EntityRow) => {
    const text = record.values[value] ?? null
    return isNumber && text !== null ? Number(text) : text
  }
  return { ...field<EntityRow>(name, type, read, { isWritable: true, ...more }), value }
}
const readOnly = (made: Field<EntityRow>): ValueField => ({ ...made, value: null })

/** The first of a record's links to companies. */
const accountLink: ValueField = {
  ...field<EntityRow>(
    'AccountId',
    'reference',
    ({ record }, { records }) => {
      const [id] = liveIds(records, 'companies', record.companyIds)
      return id === undefined ? null : idOf(prefixes.companies, id)
    },
    { label: 'Account ID', isWritable: true, leadsTo: { objects: ['Account'], by: 'Account' } },
  ),
  value: null,
}

const commonOf = (entity: Entity): ValueField[] => [
  ...systemFields<EntityRow>(prefixes[entity]).map(readOnly),
  readOnly(field('CreatedDate', 'datetime', ({ record }) => record.createdAt)),
  valueField('OwnerId', 'reference', 'ownerId', {
    label: 'Owner ID',
    leadsTo: { objects: ['Group', 'User'], by: 'Owner' },
    read: ({ record }) => ownerIdOf(record.values.ownerId),
  }),
]

const masterOf = (entity: Entity): ValueField =>
  readOnly(
    field<EntityRow>(
      'MasterRecordId',
      'reference',
      ({ record: { mergedInto } }) => (mergedInto === null ? null : idOf(prefixes[entity], mergedInto)),
      { leadsTo: { objects: [objectNames[entity]], by: 'MasterRecord' } },
    ),
  )

const customOf = (entity: Entity): ValueField[] =>
  customFields
    .filter((custom) => custom.entity === entity)
    .map(({ name, label, type, options }) =>
      valueField(
        customName(name),
        ({ choice: 'picklist', date: 'date', number: 'double', text: 'string' } as const)[type],
        name,
        {
          ...{ label, isCustom: true, options, isRestricted: type === 'choice' },
        },
      ),
    )
const customName = (name: string): string => `${name.replace(/(^|_)[a-z]/g, (letter) => letter.toUpperCase())}__c`

export const stageNameOf = (stageId: string | null | undefined): string | null =>
  stages.find(({ id }) => id === stageId)?.name ?? stageId ?? null
const stageOf = ({ record }: EntityRow) => stages.find(({ id }) => id === record.values.stageId)

export const objectNames = { companies: 'Account', contacts: 'Contact', deals: 'Opportunity' } as const

const ownFields: Record<Entity, ValueField[]> = {
  companies: [
    masterOf('companies'),
    valueField('Name', 'string', 'name', { label: 'Account Name', isRequired: true }),
    valueField('Website', 'url', 'domain'),
    valueField('Phone', 'phone', 'phone', { label: 'Account Phone' }),
    valueField('BillingCity', 'string', 'city', { length: 40 }),
    readOnly(field('BillingAddress', 'address', () => null)),
    valueField('Industry', 'picklist', 'industry', {
      options: ['Architecture', 'Bakery', 'Dental care', 'Logistics', 'Software'],
    }),
    valueField('NumberOfEmployees', 'int', 'employees', { label: 'Employees' }),
  ],
  contacts: [
    masterOf('contacts'),
    accountLink,
    valueField('LastName', 'string', 'lastName', { length: 80, isRequired: true }),
    valueField('FirstName', 'string', 'firstName', { length: 40 }),
    readOnly(
      field(
        'Name',
        'string',
        ({ record: { values } }) => [values.firstName, values.lastName].filter(Boolean).join(' ') || null,
        {
          label: 'Full Name',
        },
      ),
    ),
    valueField('Email', 'email', 'email'),
    valueField('Phone', 'phone', 'phone', { label: 'Business Phone' }),
    valueField('MobilePhone', 'phone', 'mobile', { label: 'Mobile Phone' }),
    valueField('Title', 'string', 'title', { length: 128 }),
    valueField('LinkedIn__c', 'url', 'linkedin', { label: 'LinkedIn', isCustom: true }),
  ],
  deals: [
    accountLink,
    valueField('Name', 'string', 'name', { length: 120, isRequired: true }),
    valueField('Amount', 'currency', 'amount'),
    valueField('CurrencyIsoCode', 'picklist', 'currency', {
      label: 'Currency',
      options: ['EUR', 'GBP', 'USD'],
      isRestricted: true,
    }),
    valueField('StageName', 'picklist', 'stageId', {
      ...{ label: 'Stage', isRequired: true, options: stages.map(({ name }) => name) },
      read: ({ record }) => stageNameOf(record.values.stageId),
    }),
    valueField('CloseDate', 'date', 'closeDate', { isRequired: true }),
    readOnly(field('Probability', 'percent', (row) => stageOf(row)?.probability ?? 0)),
    readOnly(field('IsClosed', 'boolean', (row) => (stageOf(row)?.kind ?? 'open') !== 'open')),
    readOnly(field('IsWon', 'boolean', (row) => stageOf(row)?.kind === 'won')),
  ],
}

const chunk = 2_000

/** In the order of ids, or of whole seconds and then ids: the records know milliseconds. */
function* walk(records: CrmRecords, entity: Entity, plan: Plan, isDeleted: boolean): Generator<EntityRow> {
  const { by, from, until } = plan
  let second: AnyRecord[] = []
  let next: { afterId?: number; after?: { at: number; id: number } } = by === 'id' ? { afterId: plan.afterId } : {}
  for (let found = chunk; found === chunk; ) {
    const page = records.list(entity, by, { ...next, from, until, limit: chunk, deleted: isDeleted })
    found = page.length
    for (const record of page) {
      if (by === 'id') {
        yield rowOf(record)
        continue
      }
      const first = second[0]
      if (first && secondOf(first.modifiedAt) !== secondOf(record.modifiedAt)) {
        yield* second.sort((a, b) => a.id - b.id).map(rowOf)
        second = []
      }
      second.push(record)
    }
    const last = page.at(-1)
    if (last) next = by === 'id' ? { afterId: last.id } : { after: { at: last.modifiedAt, id: last.id } }
  }
  yield* second.sort((a, b) => a.id - b.id).map(rowOf)
}

const rowsOf = (entity: Entity) =>
  function* (org: Org, plan: Plan): Generator<EntityRow> {
    const { records } = org
    if (plan.ids !== null) {
      for (const id of plan.ids) {
        const record = records.find(entity, id)
        if (record) yield rowOf(record)
      }
      return
    }
    const [live, gone] = [walk(records, entity, plan, false), walk(records, entity, plan, true)]
    if (plan.deleted !== 'both') return yield* plan.deleted === 'no' ? live : gone
    let [one, other] = [live.next(), gone.next()]
    while (!one.done || !other.done) {
      if (other.done || (!one.done && isBefore(one.value, other.value, plan.by))) {
        if (!one.done) yield one.value
        one = live.next()
      } else {
        yield other.value
        other = gone.next()
      }
    }
  }

export const isBefore = (one: Row, other: Row, by: 'id' | 'change'): boolean => {
  const [a, b] = [secondOf(one.stamp), secondOf(other.stamp)]
  return by === 'id' || a === b ? one.n < other.n : a < b
}

export interface EntityObject extends SObject<EntityRow> {
  readonly entity: Entity
  readonly fields: readonly ValueField[]
}

const entityObject = (entity: Entity): EntityObject => ({
  ...{ entity, name: objectNames[entity], label: objectNames[entity], prefix: prefixes[entity] },
  ...{ isMergeable: entity !== 'deals', isWritable: true },
  fields: [...commonOf(entity), ...ownFields[entity], ...customOf(entity)],
  rows: rowsOf(entity),
  find: ({ records }, n) => {
    const record = records.find(entity, n)
    return record && rowOf(record)
  },
})

export const entityObjects = {
  companies: entityObject('companies'),
  contacts: entityObject('contacts'),
  deals: entityObject('deals'),
}
