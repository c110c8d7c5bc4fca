import type { Db, PersonAskingContext } from '#core/context.ts'
import { jsonIn, malformed, textFields } from '#domains/connections/ai-models/answer-shapes.ts'
import { dataBlock, dataBlockRule } from '#domains/connections/ai-models/hostile-texts.ts'
import { asAiFailure } from '#domains/connections/ai-models/requests.ts'
import { candidatesToAsk } from '#domains/connections/ai-models/talk-candidates.ts'
import { askInTurn } from '#domains/connections/ai-models/whole-answers.ts'
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
  const { org, inOrg, vault, within, settings, ports, person, requestId } = context
  const using = { vault, within, settings, now: context.now(), usualModel: ports.ai.usualModel }
  const { candidates } = await inOrg(({ db, enqueue }) =>
    candidatesToAsk(db, org.id, { model: null, only: primaryAi }, { ...using, enqueue }),
  )
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
    const own = { ...context, inOrg: <T>(work: (db: Db) => Promise<T>) => inOrg(({ db }) => work(db)) }
    const { answer } = await askInTurn(own, candidates, asked, asking)
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
