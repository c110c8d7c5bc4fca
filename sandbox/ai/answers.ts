import { z } from 'zod'
import type { SimulatorContext } from '../simulators.ts'
import { generatedAnswer, type Question } from './generated-answers.ts'
import { openStreams } from './streams.ts'
import { type Called, generatedCalls, toldOf } from './tools.ts'

/** A canned answer. */
const Wanted = z.strictObject({
  /** Only for what holds this text, in any letter case. Without it: for whatever is asked next. */
  contains: z.string().min(1).max(1_000).optional(),
  text: z.string().max(200_000).optional(),
  /** In the place of `text`: a value that is answered as JSON. */
  json: z.unknown().optional(),
  /** What it asks to be called, beside the text. */
  calls: z
    .array(z.strictObject({ name: z.string().min(1).max(64), input: z.record(z.string(), z.unknown()) }))
    .max(20)
    .optional(),
  /** What a model thinks before it answers, where its provider tells. */
  thought: z.string().max(10_000).optional(),
  /** `blocked`: the provider does not let the question through. `stopped`: it stops the answer. `too_long`: cut at the limit. */
  outcome: z.enum(['answer', 'blocked', 'stopped', 'too_long']).default('answer'),
  /** How many it answers. Without `contains` one, else all. */
  times: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** A stream breaks off after so many pieces. */
  breakAfter: z.coerce.number().int().min(0).max(1_000).optional(),
})

export type Outcome = z.output<typeof Wanted>['outcome']

/** One that waits to be given. */
export interface Scripted {
  readonly id: string
  readonly contains: string | null
  readonly text: string
  readonly calls: readonly Called[]
  readonly thought: string | null
  readonly outcome: Outcome
  /** How many more it answers; null: all. */
  readonly left: number | null
  readonly breakAfter: number | null
}

/** What was asked, and what was answered. */
export interface Talk {
  readonly id: string
  readonly at: string
  readonly model: string
  readonly system: string
  readonly prompt: string
  readonly answer: string
  /** Canned, or generated from the prompt. */
  readonly isScripted: boolean
}

export type Reply = Pick<Scripted, 'text' | 'calls' | 'thought' | 'outcome' | 'breakAfter'>

const talksKept = 200

/** The answers of one double: those that were laid down, the oldest first, and one made of the prompt where none fits. */
export const openAnswers = (context: SimulatorContext) => {
  const scripted = context.table<Scripted>('answers')
  const talks = context.table<Talk>('talks')

  const take = (prompt: string): Scripted | undefined => {
    const asked = prompt.toLowerCase()
    const fitting = [...scripted.list()]
      .reverse()
      .find(({ contains }) => contains === null || asked.includes(contains.toLowerCase()))
    if (!fitting || fitting.left === null) return fitting
    if (fitting.left <= 1) scripted.remove(fitting.id)
    else scripted.put({ ...fitting, left: fitting.left - 1 })
    return fitting
  }

  return {
    streams: openStreams(),
    list: () => scripted.list(),
    talks: () => talks.list(),
    /** Throws a ZodError on what is no answer. */
    lay(body: unknown): Scripted {
      const { contains, text, json, calls, thought, outcome, times, breakAfter } = Wanted.parse(body)
      return scripted.put({
        id: context.newId('answer_'),
        contains: contains ?? null,
        text: json === undefined ? (text ?? '') : JSON.stringify(json),
        calls: calls ?? [],
        thought: thought ?? null,
        outcome,
        left: times ?? (contains === undefined ? 1 : null),
        breakAfter: breakAfter ?? null,
      })
    },
    remove: (id: string) => scripted.remove(id),
    empty() {
      scripted.empty()
      talks.empty()
    },
    answer(question: Question): Reply {
      const { model, system, prompt } = question
      const found = take(`${system}\n${prompt}`)
      const reply = found ?? generatedReply(question)
      talks.put({
        id: context.newId('talk_'),
        at: context.now().toISOString(),
        model,
        system,
        prompt,
        answer:
          reply.outcome === 'answer' ? [reply.text, ...reply.calls.map(shownCall)].join('\n').trim() : `(${reply.outcome})`,
        isScripted: found !== undefined,
      })
      for (const { id } of talks.list().slice(talksKept)) talks.remove(id)
      return reply
    },
  }
}
export type Answers = ReturnType<typeof openAnswers>

const generatedReply = (question: Question): Reply => {
  const { tools } = question
  const calls = tools ? generatedCalls(tools) : []
  const text = tools?.results ? toldOf(tools.results) : calls.length > 0 ? '' : generatedAnswer(question)
  return { text, calls, thought: null, outcome: 'answer', breakAfter: null }
}

const shownCall = ({ name, input }: Called): string => `→ ${name} ${JSON.stringify(input)}`

/** What is called of a reply: nothing of one that was cut or stopped. */
export const callsOf = ({ calls, outcome }: Reply): readonly Called[] => (outcome === 'answer' ? calls : [])

/** A text as a stream brings it: a few words at a time, eight pieces at the most. */
export const piecesOf = (text: string): string[] => {
  const words = text.match(/\s*\S+|\s+$/g) ?? [text]
  const size = Math.max(1, Math.ceil(words.length / 8))
  return Array.from({ length: Math.ceil(words.length / size) }, (_each, at) => words.slice(at * size, (at + 1) * size).join(''))
}

/** As near as nothing: a token is some four letters. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4)

/** All that goes in: instructions, each turn with its calls and their results, and the tools as they are described. */
export const tokensSent = (turns: unknown, system: unknown, tools: unknown): number =>
  tokensOf(`${wordsOf(system)}${wordsOf(turns)}${tools === undefined ? '' : JSON.stringify(tools)}`)

const wordsOf = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return Object.values(value).map(wordsOf).join('')
  return value === null || value === undefined ? '' : String(value)
}

/** What of an answer comes out, by how it ends. */
export const spokenOf = ({ text, outcome }: Reply): string =>
  outcome === 'answer' ? text : outcome === 'too_long' ? text.slice(0, Math.ceil(text.length / 2)) : ''

/** What is said, as one text or in parts. */
export type Spoken = string | readonly { readonly text?: string }[] | null | undefined
export const textIn = (spoken: Spoken): string =>
  typeof spoken === 'string' ? spoken : (spoken ?? []).map(({ text = '' }) => text).join('')
