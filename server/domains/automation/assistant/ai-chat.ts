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
    'The first letters of `model` say who is asked: `gemini-`, `gpt-`, `claude-`, and `compatible/` for a server of your own. Where it cannot be reached, is too busy (429), fails (5xx), refuses its key or gives no text within 20 s, the next provider of Settings is asked, before the first text only; `meta.fallback` says whom it stands in for, and why. A refusal for the content is answered, and asked of no other. A model that you name of another provider than the primary one is asked alone.',
    'With `stream` the answer is `text/event-stream`. Each event is a line `data: {"text": …}` and a blank line; the texts add up to the answer. The last but one has an empty `text` and `meta`; the last is `data: [DONE]`, always and once. A line that begins with a colon comes after 15 s of silence, and says nothing. Nothing is sent before the first text, so trouble until then is an ordinary error with its status. After it, an event with an empty `text`, `error`, `code`, `partial: true` and `request_id` comes before `[DONE]`: what came before is not whole. With `@foyer/client`, `foyer.stream` reads it and throws that error.',
    '`meta.finish` says whether the answer is whole: `length` is one that was cut at the longest answer (8,192 tokens, thoughts included), `filtered` one that its provider stopped.',
    'Who closes the connection ends the call at its provider, and pays for what came. Who reads nothing for 60 s is cut off. A repeat with the same `Idempotency-Key` gets the first answer, a stream in one piece, and costs nothing.',
    'Each call is reserved in the budgets that apply before it is made, at the dearest that it can become, and settled by what its provider tells; `list-ai-calls` has a row of it.',
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
      .describe(
        'What was said before, oldest first: 200 turns and 256 KB at most. It begins with a turn of the `user`; turns of one role in a row are sent as one, with an empty line between them',
      ),
    systemInstruction: z.string().max(100_000).optional(),
    stream: z.boolean().optional().describe('Answer piece by piece, as `text/event-stream`'),
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
    const wish = {
      ...{ orgId: org.id, personId: person.id, feature: 'chat' as const, requestId, signal: gone },
      ...{ model: model ?? null, system: systemInstruction?.trim() ? systemInstruction : null },
      turns: joined([...history, { role: 'user', content: prompt }]),
    }
    const talk = await openTalk(wish, { ...context, inOrg: (work) => inOrg(({ db, enqueue }) => work(db, enqueue)) })
    if (stream) return new Streamed(piecesOf(talk, requestId)) as never
    return wholeOf(talk, requestId)
  },
})

/** Turns of one role in a row are one turn: some servers refuse a conversation whose roles do not alternate. */
const joined = (said: readonly z.output<typeof HistoryTurn>[]): AiTurn[] => {
  const turns: { role: 'user' | 'assistant'; text: string }[] = []
  for (const { role, content } of said) {
    const last = turns.at(-1)
    if (last?.role === role) last.text += `\n\n${content}`
    else turns.push({ role, text: content })
  }
  return turns
}

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
