import { createHash } from 'node:crypto'
import { leadLimits } from '../leads/lead-input.ts'

/** The questions of an advertiser's form that are members of a lead; of several, the first that was answered. */
export interface AdvertQuestions {
  readonly email: readonly string[]
  readonly phone: readonly string[]
  readonly name: readonly string[]
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly title: string
}

/** Answers as members of a lead, and those that are none. */
export const leadOfAnswers = (answers: ReadonlyMap<string, string>, questions: AdvertQuestions) => {
  const used = new Set([...questions.name, questions.firstName, questions.lastName, questions.company, questions.title])
  const first = (names: readonly string[]): string | undefined => {
    const found = names.find((name) => answers.get(name))
    used.add(found ?? '')
    return found === undefined ? undefined : answers.get(found)
  }
  const parts = [answers.get(questions.firstName), answers.get(questions.lastName)].filter(Boolean)
  const lead = {
    email: first(questions.email),
    phone: first(questions.phone),
    name: first(questions.name) ?? parts.join(' '),
    company: answers.get(questions.company),
    title: answers.get(questions.title),
  }
  return { lead, rest: Object.fromEntries([...answers].filter(([name]) => !used.has(name))) }
}

/** An advertiser's id as an external_id: one that is too long stands as its digest. */
export const externalIdOf = (id: string): { readonly externalId: string; readonly isLong: boolean } => {
  const isLong = id.length > leadLimits.external_id
  return { externalId: isLong ? createHash('sha256').update(id).digest('hex') : id, isLong }
}

/** Members beside the answers: ids as texts, whatever their length; 0 stands for one that is absent. */
export const membersBeside = (sent: Readonly<Record<string, unknown>>, isLeftOut: (member: string) => boolean) =>
  Object.fromEntries(
    Object.entries(sent)
      .filter(([member]) => !isLeftOut(member))
      .map(([member, each]) => [member, member.endsWith('_id') && typeof each === 'number' ? String(each) : each] as const)
      .filter(([member, each]) => each !== null && each !== '' && !(member.endsWith('_id') && each === '0')),
  )
