import { entityObjects } from './entities.ts'
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

/** Names are the same in capitals. */
export const fieldNamed = (object: SObject, name: string, org: Org): Field<Row> | undefined => {
  const found = object.fields.find((each) => each.name.toLowerCase() === name.toLowerCase())
  return found && !isHidden(found, org) ? found : undefined
}

export const fieldsSeen = (object: SObject, org: Org): readonly Field<Row>[] =>
  object.fields.filter((each) => !isHidden(each, org))
