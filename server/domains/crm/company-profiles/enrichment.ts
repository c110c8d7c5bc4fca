import type { PersonAskingContext } from '#core/context.ts'
import { jsonIn, malformed, textFields } from '#domains/connections/ai-models/answer-shapes.ts'
import { dataBlock, dataBlockRule } from '#domains/connections/ai-models/hostile-texts.ts'
import { asAiFailure, findAiConnection, notConnected } from '#domains/connections/ai-models/requests.ts'
import { askAi } from '#domains/connections/ai-models/whole-answers.ts'
import { type AiAnswer, primaryAi } from '#ports/ai.ts'
import { lockSubject, proposeFacts, readFactValue, type Subject } from '../companies/facts.ts'

/** Whether there is such a thing, and what may be told of it: its name, its domain. Nothing of a person. */
type About = Readonly<Record<string, string | null>>

/**
 * Asks the primary provider about a deal's business or a company, and keeps what it says with where it comes from. All that an
 * answer can do is fill the fields of the subject: it is read by a closed shape, each value bounded, everything else dropped.
 */
export const enrich = async <Field extends string>(
  subject: Subject & { readonly fields: Readonly<Record<Field, string>> },
  about: About,
  context: PersonAskingContext,
): Promise<Record<Field, string | null>> => {
  const { org, inOrg, vault, within, settings, person, requestId } = context
  const connection = await inOrg(({ db, enqueue }) =>
    findAiConnection(db, org.id, primaryAi, { vault, within, enqueue, settings }),
  )
  if (!connection) throw notConnected()
  const asked = {
    system: [
      'You look up what is publicly known of a business, for people who are about to talk to it.',
      'Answer with one JSON object. Say null for whatever you do not know for certain: a wrong value is worse than none. Never make up an address, a number or a link.',
      dataBlockRule,
    ].join('\n\n'),
    prompt: `The business:\n\n${dataBlock(about)}`,
    schema: textFields(subject.fields),
    maxOutputTokens: 4_096,
  }
  try {
    const asking = { feature: 'enrichment', personId: person.id, requestId } as const
    const answer = await askAi({ ...context, inOrg: (work) => inOrg(({ db }) => work(db)) }, connection, asked, asking)
    const found = readFound(subject.fields, answer)
    await inOrg(async ({ db }) => {
      const locked = await lockSubject(db, org.id, subject)
      if (locked) await proposeFacts(db, org.id, locked, found, { source: primaryAi, model: answer.model })
    })
    return found
  } catch (error) {
    throw asAiFailure(error)
  }
}

/** Our fields of what a model answered, each as it may be kept or null; whatever else stands there is not looked at. */
const readFound = <Field extends string>(
  fields: Readonly<Record<Field, string>>,
  { text }: AiAnswer,
): Record<Field, string | null> => {
  const answered = jsonIn(text)
  if (answered === null || typeof answered !== 'object' || Array.isArray(answered)) throw malformed('Gemini')
  const given = new Map<string, unknown>(Object.entries(answered))
  return Object.fromEntries(
    (Object.keys(fields) as Field[]).map((field) => {
      const value = given.get(field)
      const said = typeof value === 'number' ? String(value) : value
      return [field, typeof said === 'string' ? readFactValue(field, said) : null]
    }),
  ) as Record<Field, string | null>
}
