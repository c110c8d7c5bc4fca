import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { asAiFailure } from '#domains/connections/ai-models/requests.ts'
import { candidatesToAsk } from '#domains/connections/ai-models/talk-candidates.ts'
import { askForShape } from '#domains/connections/ai-models/whole-answers.ts'
import { answerOf, KnowledgeAnswer, nothingFound, questionOf, SaidAnswer } from './answers.ts'
import { findPassages, findStanding } from './passages.ts'

/** Some 1,800 words: the right one is among the first three mostly, and an answer may need two. */
const mostPassages = 6

export const askKnowledge = action({
  name: 'ask-knowledge',
  summary: 'Answer a question from the documents of the business',
  description:
    'A model reads the passages that `search-knowledge` finds, and answers in the language of the question: each sentence with the passages it rests on; a sentence without one is left out. Where no passage is found, `outcome` is `nothing_found`, no model is asked, and nothing is booked. It is booked as the feature `knowledge`.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ question: z.string().trim().min(1).max(1_000) }),
  output: z.object({ answer: KnowledgeAnswer }),
  errors: [aiModelErrors.ai_failed, aiModelErrors.ai_budget_exhausted, aiModelErrors.ai_model_unpriced],
  examples: [{ title: 'A question', input: { question: 'Are you open on Saturdays?' } }],

  async run({ question }, context) {
    const { org, person, inOrg, requestId, now, vault, within, settings, ports } = context
    const found = await inOrg(({ db }) => findPassages(db, org.id, question, mostPassages))
    if (found.length === 0) return { answer: nothingFound }
    const using = { vault, within, settings, now: now(), usualModel: ports.ai.usualModel }
    const { candidates } = await inOrg(({ db, enqueue }) => candidatesToAsk(db, org.id, { model: null }, { ...using, enqueue }))
    try {
      const { value, model } = await askForShape(
        { ...context, inOrg: (work) => inOrg(({ db }) => work(db)) },
        candidates,
        { ...questionOf(question, found), shape: SaidAnswer, maxOutputTokens: 4_096 },
        { feature: 'knowledge', personId: person.id, requestId },
      )
      // A document may have been removed while the model read.
      const standing = await inOrg(({ db }) => findStanding(db, org.id, found))
      return { answer: { ...answerOf(value, found, standing), model } }
    } catch (error) {
      throw asAiFailure(error)
    }
  },
})
