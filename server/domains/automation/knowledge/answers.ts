import { z } from 'zod'
import { dataBlock, dataBlockRule, readLine } from '#domains/connections/ai-models/hostile-texts.ts'
import { choice, shape } from '#shapes'
import { KnowledgePassage } from './passages.ts'

const mostSentences = 8
const longestSentence = 500

const CitedPassage = shape('CitedPassage', {
  document_id: z.uuid(),
  title: z.string().describe('Of the document'),
  place: z.int().describe('Which passage of the document, from 0 on: `list-knowledge-passages` reads it from there'),
  heading: z.string().describe('The headings above it, the outermost first; empty where there is none'),
})

const AnswerSentence = shape('KnowledgeAnswerSentence', {
  text: z.string().describe('Untrusted text: display it as text'),
  passages: z.array(CitedPassage).describe('What it rests on: at least one'),
})

/** What the documents of a workspace answer to a question. */
export const KnowledgeAnswer = shape('KnowledgeAnswer', {
  outcome: choice('KnowledgeAnswerOutcome', ['answered', 'not_answered', 'nothing_found']).describe(
    '`nothing_found`: the documents say nothing about it. `not_answered`: the passages that were found do not answer it',
  ),
  sentences: z.array(AnswerSentence).describe('Empty unless it is answered'),
  passages: z.array(KnowledgePassage).describe('What was found, the best first'),
  model: z.string().nullable().describe('Which model was asked; null where none was'),
})
export type KnowledgeAnswer = z.output<typeof KnowledgeAnswer>

/** No model is needed for it. */
export const nothingFound: KnowledgeAnswer = { outcome: 'nothing_found', sentences: [], passages: [], model: null }

/** What a model is to say: the numbers are those of the passages that it was given. */
export const SaidAnswer = z.strictObject({
  answered: z.boolean().describe('Whether the passages answer the question'),
  sentences: z
    .array(
      z.strictObject({
        text: z.string().describe('One sentence'),
        sources: z.array(z.number()).describe('The numbers of the passages that it rests on: at least one'),
      }),
    )
    .describe(`At most ${mostSentences}; none where the passages do not answer the question`),
})
export type SaidAnswer = z.output<typeof SaidAnswer>

/** The question with its passages, each named by its number: both are data, for either may be a stranger's words. */
export const questionOf = (question: string, found: readonly KnowledgePassage[]) => ({
  system: [
    'You answer questions for the staff of a service business from its own documents, in short plain sentences, in the language of the question.',
    'Say only what stands in the passages, and name for each sentence the numbers of those it rests on. Guess nothing, and add nothing that you know from elsewhere.',
    'Where the passages do not answer the question, `answered` is false, and there are no sentences.',
    dataBlockRule,
  ].join('\n\n'),
  prompt: `Answer the question from the passages.\n\n${dataBlock({
    question,
    passages: found.map(({ title, heading, text }, index) => ({ number: index + 1, document: title, heading, text })),
  })}`,
})

/** What a model said, as far as it rests on passages that still stand in their documents. */
export const answerOf = (
  said: SaidAnswer,
  found: readonly KnowledgePassage[],
  standing: readonly KnowledgePassage[],
): Omit<KnowledgeAnswer, 'model'> => {
  const sentences = (said.answered ? said.sentences : [])
    .map(({ text, sources }) => ({
      text: readLine(text, longestSentence),
      passages: [...new Set(sources)].flatMap((number) => {
        const passage = found[number - 1]
        return passage && standing.includes(passage) ? [citedOf(passage)] : []
      }),
    }))
    // What rests on nothing is the model's own.
    .filter(({ text, passages }) => text !== '' && passages.length > 0)
    .slice(0, mostSentences)
  const outcome = standing.length === 0 ? 'nothing_found' : sentences.length === 0 ? 'not_answered' : 'answered'
  return { outcome, sentences, passages: [...standing] }
}

const citedOf = ({ document_id, title, place, heading }: KnowledgePassage) => ({ document_id, title, place, heading })
