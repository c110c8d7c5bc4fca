import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findClock } from '#domains/connections/ai-models/budgets.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { dataBlock, dataBlockRule, readLine } from '#domains/connections/ai-models/hostile-texts.ts'
import { asAiFailure } from '#domains/connections/ai-models/requests.ts'
import { candidatesToAsk } from '#domains/connections/ai-models/talk-candidates.ts'
import { askForShape } from '#domains/connections/ai-models/whole-answers.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { dayOf } from '#shapes/wall-clocks.ts'
import { draftErrors } from './errors.ts'
import {
  digestOf,
  findSummary,
  SummaryKind as Kind,
  keepSummary,
  Summary,
  type SummaryKind,
  shownSummary,
} from './summaries.ts'
import { readSources } from './summary-sources.ts'
import { type NumberedSource, namedSources, toldSources } from './thread-sources.ts'

const mostSentences = 8
const longestSentence = 500

const Summed = z.strictObject({
  sentences: z
    .array(
      z.strictObject({
        text: z.string().describe('One sentence'),
        sources: z.array(z.number()).describe('The numbers of what it rests on: at least one'),
      }),
    )
    .describe(`At most ${mostSentences}`),
})

export const summarize = action({
  name: 'summarize',
  summary: 'Sum up a conversation, a deal, or the day',
  description:
    'Each sentence with what it rests on: a sentence without a source is left out. Made of what the caller may read, and theirs alone. As long as nothing has changed the same summary is answered; after that it is made anew.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ kind: Kind, id: z.uuid().optional().describe('The deal, for `thread` and `deal`') }),
  output: z.object({ summary: Summary }),
  errors: [
    ...[aiModelErrors.ai_failed, aiModelErrors.ai_budget_exhausted, aiModelErrors.ai_model_unpriced],
    ...[dealErrors.deal_not_found, draftErrors.nothing_to_sum_up, draftErrors.summary_subject_missing],
  ],
  examples: [{ title: 'My day', input: { kind: 'day' } }],

  async run({ kind, id }, { fail, ...context }) {
    const { org, person, inOrg, requestId, now } = context
    if (kind !== 'day' && id === undefined) throw fail('summary_subject_missing', { field: 'id' })
    const { zone } = await inOrg(({ db }) => findClock(db, org.id))
    const subject = kind === 'day' ? dayOf(now(), zone) : String(id)
    const { sources, newestAt } = await readSources(context.assistant(), kind, subject)
    if (sources.length === 0 && kind !== 'day') throw fail('nothing_to_sum_up')
    // A day with nothing to do needs no model.
    if (sources.length === 0) return { summary: { sentences: [], as_of: null, created_at: now().toISOString() } }
    const of = { orgId: org.id, personId: person.id, kind, subject }
    const asOf = digestOf(sources)
    const before = await inOrg(({ db }) => findSummary(db, of, asOf))
    if (before) return { summary: shownSummary(before) }
    const { vault, within, settings, ports } = context
    const using = { vault, within, settings, now: now(), usualModel: ports.ai.usualModel }
    const { candidates } = await inOrg(({ db, enqueue }) => candidatesToAsk(db, org.id, { model: null }, { ...using, enqueue }))
    try {
      const asking = { feature: 'summaries', personId: person.id, requestId } as const
      const asked = { ...questionOf(kind, sources), shape: Summed, maxOutputTokens: 4_096 }
      const { value, model } = await askForShape(
        { ...context, inOrg: (work) => inOrg(({ db }) => work(db)) },
        candidates,
        asked,
        asking,
      )
      const sentences = value.sentences
        .map(({ text, sources: numbers }) => ({
          text: readLine(text, longestSentence),
          sources: namedSources(sources, numbers),
        }))
        // What rests on nothing is the model's own.
        .filter((sentence) => sentence.text !== '' && sentence.sources.length > 0)
        .slice(0, mostSentences)
      return {
        summary: shownSummary(await inOrg(({ db }) => keepSummary(db, of, { asOf, newestAt, sentences, model, now: now() }))),
      }
    } catch (error) {
      throw asAiFailure(error)
    }
  },
})

const subjects: Readonly<Record<SummaryKind, string>> = {
  thread: 'this conversation with a customer: what they want, what was agreed, what is open, and whose turn it is',
  deal: 'this deal: what it is about, where it stands, what was agreed, what comes next',
  day: 'the day of this person: what is due or overdue, which meetings are ahead, which customers wait for an answer',
}

const questionOf = (kind: SummaryKind, sources: readonly NumberedSource[]) => ({
  system: [
    'You sum up work for the staff of a service business, in short plain sentences, in the language that most of it is written in.',
    'Say only what stands in the sources, and name for each sentence the numbers of those it rests on. Guess nothing.',
    dataBlockRule,
  ].join('\n\n'),
  prompt: `Sum up ${subjects[kind]}.\n\n${dataBlock({ sources: toldSources(sources) })}`,
})
