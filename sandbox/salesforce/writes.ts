import { stages } from '../crm/seed.ts'
import { type EntityObject, entityObjects } from './entities.ts'
import { numberIn, prefixes, wholeId } from './ids.ts'
import { fieldNamed, objectNamed } from './objects.ts'
import { type Field, type Org, type Row, type SObject, secondOf } from './orgs.ts'
import { ownerIn } from './people.ts'
import { isDeleted, notFound, Refused } from './refusals.ts'
import { partsOf, roleNumber, roles } from './roles.ts'

type Given = Readonly<Record<string, unknown>>

const isEntity = (object: SObject): object is SObject & EntityObject => 'entity' in object
const bad = (errorCode: string, message: string, fields: readonly string[] = []): Refused =>
  new Refused(400, errorCode, message, fields)

/** The number of a record that is there. Throws Refused. */
export const findLive = (org: Org, object: SObject, id: string): Row => {
  const n = numberIn(object.prefix, id)
  if (n === undefined) throw wholeId(id) ? notFound() : bad('MALFORMED_ID', `bad id ${id}`)
  const found = object.find(org, n)
  if (!found) throw notFound()
  if (found.isDeleted) throw isDeleted()
  return found
}

/** Answers the number of the new record. Throws Refused. */
export const createRecord = (org: Org, type: string, given: Given): number => {
  const object = objectNamed(type)
  const fields = readFields(org, object, given, 'create')
  const missing = object.fields.filter(({ name, isRequired }) => isRequired && (given[name] ?? null) === null)
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name)
    throw bad('REQUIRED_FIELD_MISSING', `Required fields are missing: [${names.join(', ')}]`, names)
  }
  if (object.name === roles.name) return createRole(org, given)
  if (!isEntity(object)) throw bad('CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', `${type} cannot be created.`)
  const { values, links } = readValues(org, object, fields)
  // A record is its maker’s unless it says otherwise.
  return org.records.create(object.entity, { values: { ownerId: '1', ...values }, ...links }).id
}

/** Throws Refused. `unmodifiedSince`: an HTTP date. */
export const updateRecord = (org: Org, type: string, id: string, given: Given, unmodifiedSince?: string): void => {
  const object = objectNamed(type)
  const row = findLive(org, object, id)
  if (!isEntity(object)) throw bad('CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', `${type} cannot be changed.`)
  const { values, links } = readValues(org, object, readFields(org, object, given, 'update'))
  if (unmodifiedSince !== undefined) {
    const since = Date.parse(unmodifiedSince)
    if (Number.isNaN(since)) throw bad('INVALID_HEADER', 'If-Unmodified-Since is no HTTP date.')
    if (secondOf(row.stamp) > secondOf(since)) throw new Refused(412, 'PRECONDITION_FAILED', '')
  }
  org.records.edit(object.entity, row.n, { values, ...links })
}

export const removeRecord = (org: Org, type: string, id: string): void => {
  const object = objectNamed(type)
  const row = findLive(org, object, id)
  if (object.name === roles.name) return removeRole(org, row.n)
  if (!isEntity(object)) throw bad('INSUFFICIENT_ACCESS_OR_READONLY', `${type} cannot be deleted.`)
  org.records.remove(object.entity, row.n)
}

const createRole = (org: Org, given: Given): number => {
  const dealId = findLive(org, entityObjects.deals as unknown as SObject, String(given.OpportunityId)).n
  const contactId = findLive(org, entityObjects.contacts as unknown as SObject, String(given.ContactId)).n
  const others = (org.records.find('deals', dealId)?.contactIds ?? []).filter((each) => each !== contactId)
  changeRoles(org, dealId, contactId, given.IsPrimary === true ? [contactId, ...others] : [...others, contactId], false)
  return roleNumber(dealId, contactId)
}

const removeRole = (org: Org, n: number): void => {
  const { dealId, contactId } = partsOf(n)
  const contactIds = (org.records.find('deals', dealId)?.contactIds ?? []).filter((each) => each !== contactId)
  changeRoles(org, dealId, contactId, contactIds, true)
}

/** A contact that comes or goes does not change the deal's own times. */
const changeRoles = (org: Org, dealId: number, contactId: number, contactIds: readonly number[], isGone: boolean): void => {
  const at = org.records.find('deals', dealId)?.modifiedAt
  org.records.edit('deals', dealId, { contactIds }, at)
  const id = String(roleNumber(dealId, contactId))
  org.roleChanges.put({ id, dealId, contactId, at: org.now.getTime(), isDeleted: isGone })
}

/** The fields with their values, checked. */
const readFields = (org: Org, object: SObject, given: Given, act: 'create' | 'update'): [Field<Row>, unknown][] =>
  Object.entries(given)
    .filter(([name]) => name !== 'attributes' && name !== 'id')
    .map(([name, value]) => {
      const field = fieldNamed(object, name, org)
      if (!field) throw bad('INVALID_FIELD', `No such column '${name}' on sobject of type ${object.name}`)
      if (!field.isWritable)
        throw bad(
          'INVALID_FIELD_FOR_INSERT_UPDATE',
          `Unable to ${act} fields: ${field.name}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`,
          [field.name],
        )
      if (field.isRequired && act === 'update' && (value === null || value === ''))
        throw bad('REQUIRED_FIELD_MISSING', `Required fields are missing: [${field.name}]`, [field.name])
      checkValue(field, value)
      return [field, value]
    })

const numbers = new Set(['int', 'double', 'currency', 'percent'])

const checkValue = ({ name, type, length, options, isRestricted }: Field<Row>, value: unknown): void => {
  if (value === null || value === '') return
  if (typeof value === 'object')
    throw bad('JSON_PARSER_ERROR', `Cannot deserialize instance of ${type} from an object or a list`)
  const text = String(value)
  const isWrong =
    (numbers.has(type) && !/^-?\d+(\.\d+)?$/.test(text)) ||
    (type === 'boolean' && typeof value !== 'boolean') ||
    (type === 'date' && !/^\d{4}-\d\d-\d\d$/.test(text))
  if (isWrong) throw bad('JSON_PARSER_ERROR', `Cannot deserialize instance of ${type} from VALUE_STRING value ${text}`)
  if (length > 0 && text.length > length && type !== 'reference')
    throw bad('STRING_TOO_LONG', `${name}: data value too large: ${text.slice(0, 40)} (max length=${length})`, [name])
  if (type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))
    throw bad('INVALID_EMAIL_ADDRESS', `${name}: invalid email address: ${text}`, [name])
  if (isRestricted && !options.includes(text))
    throw bad('INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', `${name}: bad value for restricted picklist field: ${text}`, [name])
}

interface Written {
  readonly values: Readonly<Record<string, string | null>>
  readonly links: { readonly companyIds?: readonly number[] }
}

const readValues = (org: Org, object: EntityObject, fields: readonly [Field<Row>, unknown][]): Written => {
  const values: Record<string, string | null> = {}
  let links: Written['links'] = {}
  for (const [field, given] of fields) {
    const value = given === null || given === '' ? null : String(given)
    if (field.name === 'AccountId') {
      const account = entityObjects.companies as unknown as SObject
      links = { companyIds: value === null ? [] : [linked(org, account, prefixes.companies, value)] }
      continue
    }
    const own = object.fields.find(({ name }) => name === field.name)?.value
    if (own) values[own] = field.name === 'OwnerId' ? ownerOf(value) : field.name === 'StageName' ? stageOf(value) : value
  }
  return { values, links }
}

const linked = (org: Org, object: SObject, prefix: string, id: string): number => {
  const n = numberIn(prefix, id)
  const found = n === undefined ? undefined : object.find(org, n)
  if (!found || found.isDeleted) throw bad('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id', ['AccountId'])
  return found.n
}

const ownerOf = (id: string | null): string | null => {
  const found = id === null ? undefined : ownerIn(id)
  if (found === undefined) throw bad('INVALID_CROSS_REFERENCE_KEY', 'Owner ID: owner cannot be blank', ['OwnerId'])
  return found
}

/** A stage that is none of the list is taken, as picklists that are not restricted do. */
const stageOf = (name: string | null): string | null => stages.find((stage) => stage.name === name)?.id ?? name
