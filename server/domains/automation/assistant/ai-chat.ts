import { z } from 'zod'
import { action, Streamed } from '#core/actions/action.ts'
import { Failure } from '#core/errors.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { asAiFailure } from '#domains/connections/ai-models/requests.ts'
import type { Talk } from '#domains/connections/ai-models/talk-facts.ts'
import { openTalk } from '#domains/connections/ai-models/talks.ts'
import type { AiTurn } from '#ports/ai.ts'
import { choice } from '#shapes'
import { AiMeta, shownMeta } from './ai-meta.ts'
import { hasLetters } from './asked-texts.ts'
import { assistantErrors } from './errors.ts'

const mostTurns = 200
const mostHistoryBytes = 256 * 1024

const HistoryTurn = z.object({
  role: choice('AiRole', ['user', 'assistant']),
  content: z.string().min(1).max(mostHistoryBytes),
})

const Answered = z.object({ text: z.string(), meta: AiMeta })

export const aiChat = action({
  name: 'ai-chat',
  summary: 'Ask an AI model',
  description: [
    'The first letters of `model` say who is asked: `gemini-`, `gpt-`, `claude-`, and `compatible/` for a server of your own. Where the primary provider cannot answer, the next one of Settings is asked, before the first text only; `meta.fallback` says so.',
    'With `stream` the answer is `text/event-stream`: each event is a line `data: {"text": …}`, the last but one has an empty `text` and `meta`, the last is `data: [DONE]`. Trouble before the first text is an ordinary error; after it, an event with an empty `text`, `error`, `code` and `partial: true` comes before `[DONE]`.',
    'Each call is reserved in the budgets that apply before it is made, and settled by what its provider tells.',
  ].join('\n\n'),
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  streams: {
    isWanted: (input) => (input as { stream?: boolean }).stream === true,
    again: (whole) => {
      const { text, meta } = Answered.parse(whole)
      return [JSON.stringify({ text }), JSON.stringify({ text: '', meta })]
    },
  },
  input: z.object({
    prompt: z.string().max(1_000_000).refine(hasLetters, 'is empty'),
    model: z.string().min(1).max(100).optional().describe('As in `list-ai-models`; without it the workspace’s default'),
    history: z
      .array(HistoryTurn)
      .max(mostTurns)
      .optional()
      .describe('What was said before, oldest first: 200 turns and 256 KB at most'),
    systemInstruction: z.string().max(100_000).optional(),
    stream: z.boolean().optional(),
  }),
  output: Answered,
  errors: [
    aiModelErrors.ai_failed,
    aiModelErrors.model_not_supported,
    aiModelErrors.context_too_long,
    aiModelErrors.ai_budget_exhausted,
    aiModelErrors.ai_model_unpriced,
    assistantErrors.history_out_of_order,
    assistantErrors.history_too_long,
  ],
  examples: [
    { title: 'A question', input: { prompt: 'Write a friendly reminder of an invoice that is a week late.' } },
    {
      title: 'In pieces',
      input: {
        prompt: 'And shorter?',
        history: [
          { role: 'user', content: 'Write a reminder.' },
          { role: 'assistant', content: 'Dear Rosa, …' },
        ],
        stream: true,
      },
    },
  ],

  async run({ prompt, model, history = [], systemInstruction, stream }, context) {
    const { org, person, requestId, gone, inOrg, fail } = context
    const bytes = history.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    if (bytes > mostHistoryBytes) throw fail('history_too_long', { field: 'history' })
    // A model answers what a user said: one provider refuses a conversation that it began itself, whatever the others do.
    if (history[0]?.role === 'assistant') throw fail('history_out_of_order', { field: 'history' })
    const turns: AiTurn[] = history.map(({ role, content }) => ({ role, text: content }))
    const wish = {
      ...{ orgId: org.id, personId: person.id, feature: 'chat' as const, requestId, signal: gone },
      ...{ model: model ?? null, system: systemInstruction?.trim() ? systemInstruction : null },
      turns: [...turns, { role: 'user' as const, text: prompt }],
    }
    const talk = await openTalk(wish, { ...context, inOrg: (work) => inOrg(({ db, enqueue }) => work(db, enqueue)) })
    if (stream) return new Streamed(piecesOf(talk, requestId)) as never
    return wholeOf(talk, requestId)
  },
})

const wholeOf = async ({ texts }: Talk, requestId: string): Promise<z.input<typeof Answered>> => {
  let text = ''
  try {
    for (;;) {
      const next = await texts.next()
      if (next.done) return { text, meta: shownMeta(next.value, requestId) }
      text += next.value
    }
  } catch (error) {
    throw asAiFailure(error)
  }
}

/** Each text as a piece; what breaks it off is told, for the text before it may look whole. */
async function* piecesOf(
  { texts }: Talk,
  requestId: string,
): AsyncGenerator<string, z.input<typeof Answered> | undefined, void> {
  let text = ''
  try {
    for (;;) {
      const next = await texts.next()
      if (next.done) {
        const meta = shownMeta(next.value, requestId)
        yield JSON.stringify({ text: '', meta })
        return { text, meta }
      }
      text += next.value
      yield JSON.stringify({ text: next.value })
    }
  } catch (error) {
    const failure = asAiFailure(error)
    if (!(failure instanceof Failure)) throw error
    yield JSON.stringify({ text: '', error: failure.message, code: failure.code, partial: true, request_id: requestId })
    return undefined
  } finally {
    await texts.return(undefined as never).catch(() => {})
  }
}
