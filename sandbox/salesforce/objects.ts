import { entityObjects } from './entities.ts'
import { field } from './fields.ts'
import type { Field, Org, Row, SObject } from './orgs.ts'
import { organizations, queues, stageObject, users } from './people.ts'
import { noSuchType } from './refusals.ts'
import { roles } from './roles.ts'

/** Each object reads only rows of its own making: what they are beside rows is its own affair. */
const all = [...Object.values(entityObjects), roles, users, queues, stageObject, organizations] as unknown as readonly SObject[]

export const objectNamed = (name: string): SObject => {
  const found = all.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!found) throw noSuchType(name)
  return found
}
export const allObjects = all

/** What this user does not see where the org hides fields: those of orgs with several currencies, and what is custom. */
const isHidden = (field: Field<never>, { hidesFields }: Org): boolean =>
  hidesFields && (field.isCustom || field.name === 'CurrencyIsoCode')

const extraFields: readonly Field<Row>[] = Array.from({ length: 400 }, (_, at) =>
  field<Row>(`Extra_${String(at + 1).padStart(3, '0')}__c`, 'textarea', ({ n }, org) => extraValue(`${at + 1} of ${n} `, org), {
    isCustom: true,
  }),
)
const hugeBytes = 65_536
const extraValue = (text: string, { moreFields }: Org): string => (moreFields === 'huge' ? text.padEnd(hugeBytes, 'x') : text)

/** Only what this user may see. */
export const fieldsSeen = (object: SObject, org: Org): readonly Field<Row>[] => [
  ...object.fields.filter((each) => !isHidden(each, org)),
  ...(org.moreFields !== 'none' && 'entity' in object ? extraFields : []),
]

/** Names are the same in capitals. */
export const fieldNamed = (object: SObject, name: string, org: Org): Field<Row> | undefined =>
  fieldsSeen(object, org).find((each) => each.name.toLowerCase() === name.toLowerCase())
