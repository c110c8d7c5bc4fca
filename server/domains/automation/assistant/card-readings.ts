import type { AssistantDoor } from '#core/actions/action.ts'
import type { Db, PersonAskingContext } from '#core/context.ts'
import { findClock } from '#domains/connections/ai-models/budgets.ts'
import { findPerson, languageOfPerson } from '#domains/platform/users/users.ts'
import type { Reading } from './card-records.ts'
import { cardWords } from './card-words.ts'
import { findNames } from './cards.ts'

/** What the cards of a person are made from: their rights, their language, the clock of their workspace. */
export const readingFor = async (
  { org, person, inOrg, now }: Pick<PersonAskingContext, 'org' | 'person' | 'inOrg' | 'now'>,
  door: AssistantDoor,
): Promise<Reading> => {
  const read = <T>(work: (db: Db) => Promise<T>): Promise<T> => inOrg(({ db }) => work(db))
  const { zone, language } = await read(async (db) => ({
    zone: (await findClock(db, org.id)).zone,
    language: languageOfPerson(await findPerson(db, person.id)),
  }))
  return {
    ...{ orgId: org.id, personId: person.id, door, zone, language, words: cardWords(language), now, inOrg: read },
    names: (ids) => read((db) => findNames(db, org.id, ids)),
  }
}
