import type { CrmRecords } from '../crm/records.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import { keptValue, toId } from './objects.ts'
import { invalid, Refused } from './refusals.ts'
import { type Property, pipelines, properties } from './schema.ts'

interface Wrong {
  readonly message: string
  readonly code: string
  readonly context: { readonly propertyName: readonly string[] }
}

/** What was sent for an object's properties, as records keep it. Throws what HubSpot says of what is wrong. */
export const readProperties = (entity: Entity, sent: unknown): Record<string, string | null> => {
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent))
    throw invalid('Invalid input JSON: properties are missing')
  const entries = Object.entries(sent)
  const wrong = entries.flatMap(([name, value]) => wrongOf(entity, name, value) ?? [])
  if (wrong.length > 0) throw invalid('Property values were not valid', wrong)
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const property = properties[entity].get(name) as Property
      return [property.value, keptValue(property, String(value))]
    }),
  )
}

const wrongOf = (entity: Entity, name: string, value: unknown): Wrong | null => {
  const property = properties[entity].get(name)
  const says = (code: string, message: string): Wrong => ({ code, message, context: { propertyName: [name] } })
  if (!property) return says('PROPERTY_DOESNT_EXIST', `Property "${name}" does not exist`)
  if (typeof value !== 'string') return says('INVALID_TYPE', `${name} must be a string`)
  if (property.isReadOnly) return says('READ_ONLY_VALUE', `"${name}" is a read only property; its value cannot be set.`)
  if (value === '') return null
  if (value.length > 65_536) return says('VALUE_TOO_LONG', `${name} is longer than 65536 characters`)
  if (property.type === 'number' && !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value))
    return says('INVALID_LONG', `${value} was not a valid number.`)
  if ((property.type === 'date' || property.type === 'datetime') && Number.isNaN(dateOf(value)))
    return says('INVALID_DATE', `${value} was not a valid date.`)
  if (name === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
    return says('INVALID_EMAIL', `Email address ${value} is invalid`)
  return isOption(property, value) ? null : says('INVALID_OPTION', `${value} was not one of the allowed options`)
}

const dateOf = (value: string): number => (/^-?\d+$/.test(value) ? Number(value) : Date.parse(value))

const isOption = ({ options, fieldType }: Property, value: string): boolean =>
  options.length === 0 ||
  (fieldType === 'checkbox' ? value.split(';') : [value]).every((each) => options.some((option) => option.value === each))

/** A stage belongs to one pipeline, and a deal has both of the same. */
export const checkPipeline = (values: Readonly<Record<string, string | null>>, stage: string | undefined): void => {
  if (stage === undefined || stage === '') return
  const id = values.pipeline ?? 'default'
  const pipeline = pipelines.find((each) => each.id === id)
  if (!pipeline?.stages.some((each) => each.id === stage))
    throw invalid('Property values were not valid', [
      {
        message: `${stage} is not a stage of the pipeline ${id}`,
        code: 'INVALID_OPTION',
        context: { propertyName: ['dealstage'] },
      },
    ])
}

/** So many records are looked through for an address; of more, those that can have it by their number. */
const searched = 5_000

/** Throws where another contact has the address. */
export const checkAddress = (records: CrmRecords, email: string | null | undefined, own: number | null): void => {
  if (!email) return
  const numbered = Number(/^contact(\d+)@/.exec(email)?.[1] ?? 0)
  const { contacts } = records.seed
  const places = contacts <= searched ? [0] : [Math.max(0, numbered - 1), contacts]
  const found = places
    .flatMap((afterId, at) =>
      records.list('contacts', 'id', { afterId, limit: places.length === 2 && at === 0 ? 2 : searched }),
    )
    .find((each: AnyRecord) => each.id !== own && each.values.email?.toLowerCase() === email.toLowerCase())
  if (found) throw new Refused(409, 'CONFLICT', `Contact already exists. Existing ID: ${toId('contacts', found.id)}`)
}
