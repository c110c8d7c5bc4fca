import { z } from 'zod'
import type { Fail } from '#core/errors.ts'
import type { Question } from './event-types.ts'

/** What the booker answered, by the key of the question. */
export const Answers = z.record(z.string().max(40), z.union([z.string().trim().max(2_000), z.boolean()]))

export interface Answer {
  readonly key: string
  readonly label: string
  readonly answer: string
}

/** Those of the event type's questions; what else was sent is left out. */
export const readAnswers = (
  questions: readonly Question[],
  given: z.output<typeof Answers>,
  fail: Fail<'answer_missing'>,
): Answer[] =>
  questions.flatMap(({ key, label, kind, required, options }) => {
    const raw = given[key]
    const answer = typeof raw === 'boolean' ? (raw ? 'Yes' : 'No') : (raw ?? '')
    const isKnown = kind !== 'choice' || answer === '' || options.includes(answer)
    if (!isKnown || (required && (answer === '' || raw === false)))
      throw fail('answer_missing', { message: `Missing required field: answers.${key}`, field: `answers.${key}` })
    return answer === '' ? [] : [{ key, label, answer }]
  })
