import type { AnyAction, AssistantDoor } from '#core/actions/action.ts'
import { readInput } from '#core/actions/inputs.ts'
import { Failure } from '#core/errors.ts'
import { areTextsStorable, dataBlock, readLine } from '#domains/connections/ai-models/hostile-texts.ts'
import type { TalkContext, TalkEnd } from '#domains/connections/ai-models/talk-facts.ts'
import { openTalk } from '#domains/connections/ai-models/talks.ts'
import type { AiTool, AiToolCall, AiToolResult, AiTurn } from '#ports/ai.ts'
import { type AiMeta, shownMeta, sumOf } from './ai-meta.ts'
import type { KeptTurn } from './asked-turns.ts'
import { type Input, refusedCard } from './card-records.ts'
import { countList } from './counting.ts'
import type { SeenRecord } from './records.ts'
import { type Look, ownFields, readOf, toolOf } from './tools.ts'

/** Of one question. */
const mostCalls = 12
/** Once it has called all that it may, it is told so, and answers: a model that calls on is stopped. */
const mostRounds = mostCalls + 2

export interface Question {
  readonly orgId: string
  readonly personId: string
  readonly requestId: string
  readonly system: string
  /** The last one is the user's. */
  readonly turns: readonly AiTurn[]
  /** Ends at the deadline, or when the person goes away. */
  readonly signal: AbortSignal
}

export interface AnswerContext {
  readonly talking: TalkContext
  readonly door: AssistantDoor
  /** Keeps a proposal, and says its id. Throws the Failure of what it cannot be. */
  propose(action: AnyAction, input: Input): Promise<{ readonly id: string; readonly title: string }>
  keep(turns: readonly KeptTurn[]): Promise<void>
}

export type Told =
  | { readonly kind: 'text'; readonly text: string }
  /** It looks something up: what one waits for. */
  | { readonly kind: 'looking'; readonly action: string; readonly summary: string }

export interface Answered {
  readonly text: string
  readonly meta: AiMeta
  readonly looks: readonly Look[]
  readonly records: readonly SeenRecord[]
  readonly proposalIds: readonly string[]
}

/** What came of calls, beside what the model is told. */
interface Came {
  readonly results: readonly AiToolResult[]
  readonly looks: readonly Look[]
  readonly records: readonly SeenRecord[]
  readonly proposalIds: readonly string[]
}

/**
 * Answers a question: asks a model, does what it asks for as far as it may, and tells it what came of that, until it answers. Reads run by
 * the person's own rights; a write becomes a proposal. What was said is kept turn by turn, also where it breaks off.
 */
export async function* answer(question: Question, context: AnswerContext): AsyncGenerator<Told, Answered, void> {
  const { turns: asked, requestId, ...rest } = question
  const tools = context.door.actions.map(toolOf)
  const turns = [...asked]
  const came: Came[] = []
  const texts: string[] = []
  let meta: AiMeta | null = null
  for (let round = 0; ; round++) {
    let text = ''
    let end: TalkEnd | undefined
    try {
      const talk = await openTalk({ ...rest, ...forAssistant, requestId, turns, tools }, context.talking)
      try {
        for (;;) {
          const next = await talk.texts.next()
          if (next.done) {
            end = next.value
            break
          }
          // Between two rounds a paragraph ends.
          if (text === '' && texts.length > 0) yield { kind: 'text', text: '\n\n' }
          text += next.value
          yield { kind: 'text', text: next.value }
        }
      } finally {
        await talk.texts.return(undefined as never).catch(() => {})
      }
    } finally {
      if (!end && text !== '') await context.keep([assistantTurn(text, null, null)])
    }
    if (text !== '') texts.push(text)
    meta = sumOf(meta, shownMeta(end, requestId))
    const { calls } = end
    if (calls.length === 0 || round >= mostRounds) {
      await context.keep([assistantTurn(text, { ...end, calls: [] }, meta)])
      return { text: texts.join('\n\n'), meta, ...gathered(came) }
    }
    const made = came.reduce((sum, { results }) => sum + results.length, 0)
    const done = yield* doCalls(calls, tools, context, mostCalls - made)
    came.push(done)
    turns.push({ role: 'assistant', text, calls, said: end.said }, { role: 'tools', results: done.results })
    const { results, looks, records } = done
    await context.keep([assistantTurn(text, end, null), { role: 'tools', text: '', content: { results, looks, records } }])
  }
}

const forAssistant = { model: null, feature: 'assistant' } as const

const assistantTurn = (text: string, end: Pick<TalkEnd, 'calls' | 'said'> | null, meta: AiMeta | null): KeptTurn => ({
  role: 'assistant',
  text,
  content: { calls: end?.calls ?? [], said: end?.said ?? null, meta, isCut: end === null },
})

const gathered = (came: readonly Came[]): Pick<Answered, 'looks' | 'records' | 'proposalIds'> => ({
  looks: came.flatMap(({ looks }) => looks),
  records: [...new Map(came.flatMap(({ records }) => records).map((record) => [record.id, record])).values()],
  proposalIds: came.flatMap(({ proposalIds }) => proposalIds),
})

async function* doCalls(
  calls: readonly AiToolCall[],
  tools: readonly AiTool[],
  context: AnswerContext,
  left: number,
): AsyncGenerator<Told, Came, void> {
  const came: Came[] = []
  for (const [at, call] of calls.entries()) {
    const action = context.door.actions.find(({ name }) => name === call.name)
    if (at >= left) {
      const message = `Not done: ${mostCalls} calls a question are the most. Answer with what you have.`
      came.push({ ...refused(call, message), looks: [failedLook(action ?? toolThatIsNone(call), tooMany)] })
    } else if (!action) {
      const message = `There is no such tool. There are: ${tools.map(({ name }) => name).join(', ')}`
      came.push({ ...refused(call, message), looks: [failedLook(toolThatIsNone(call), noSuchTool)] })
    } else if (call.input === null)
      came.push({ ...refused(call, noArguments.message), looks: [failedLook(action, noArguments)] })
    else {
      yield { kind: 'looking', action: action.name, summary: action.summary }
      came.push(await (action.effect === 'read' ? lookUp : proposeIt)(call, { action, input: call.input }, context))
    }
  }
  return { ...gathered(came), results: came.flatMap(({ results }) => results) }
}

/** What a model made up, or what the person may not do: they see that it was asked for. */
const toolThatIsNone = ({ name }: AiToolCall): LookedBy => {
  const shown = readLine(name, 64) || '–'
  return { name: shown, summary: shown, effect: 'read' }
}
const noSuchTool = new Failure('unknown_action', { message: 'There is no such tool.' })

const noArguments = refusedCard('The arguments were no JSON object.')
const tooMany = refusedCard('The question led to too many calls: this one was left out.')

const refused = (call: AiToolCall, text: string): Came => ({
  results: [{ call, text, isError: true }],
  ...{ looks: [], records: [], proposalIds: [] },
})

type LookedBy = Pick<AnyAction, 'name' | 'summary' | 'effect'>

const failedLook = ({ name, summary, effect }: LookedBy, { code, message }: Pick<Failure, 'code' | 'message'>): Look => ({
  ...{ action: name, summary, shown: null, is_cut: false, total: null, total_is_more: false, at: null },
  ...{ failed: code, reason: message, is_proposal: effect === 'write' },
})

interface Wanted {
  readonly action: AnyAction
  readonly input: Input
}

const lookUp = async (call: AiToolCall, { action, input }: Wanted, { door }: AnswerContext): Promise<Came> => {
  const { body, failure } = await door.read(action.name, input)
  if (failure) {
    return { ...refused(call, saidOf(failure)), looks: [failedLook(action, failure)] }
  }
  const { text, look, records } = await readOf(action, body, () => countList(door, action, input))
  return { results: [{ call, text, isError: false }], looks: [look], records, proposalIds: [] }
}

const proposeIt = async (call: AiToolCall, { action, input }: Wanted, { propose }: AnswerContext): Promise<Came> => {
  try {
    const { fields, unknown } = fieldsGiven(action, input)
    if (unknown !== undefined) throw refusedCard(`There is no field ${unknown.slice(0, 100)}.`, unknown)
    // What the database does not take is not proposed.
    if (!areTextsStorable(fields)) throw new Failure('field_bad_text')
    readInput(action, { ...fields, ...idsFor(action) })
    const { id, title } = await propose(action, fields)
    const text = dataBlock({ proposed: true, title, note: 'It waits for the person. Nothing is done yet.' })
    return { results: [{ call, text, isError: false }], looks: [], records: [], proposalIds: [id] }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Whether the model tells the person is its own affair: they see it beside the answer.
    return { ...refused(call, saidOf(error)), looks: [failedLook(action, error)] }
  }
}

/** What the assistant is told to fill in; what it is not told of is left to the app, and anything else is no field. */
const fieldsGiven = (action: AnyAction, input: Input): { readonly fields: Input; readonly unknown: string | undefined } => {
  const listed = (action.input as { readonly shape?: object }).shape ?? input
  return {
    fields: Object.fromEntries(Object.entries(input).filter(([name]) => !ownFields.has(name))),
    unknown: Object.keys(input).find((name) => !(name in listed)),
  }
}

const nobodysId = '00000000-0000-4000-8000-000000000000'

/** An id that makes an action safe to repeat is ours to give. */
export const idsFor = ({ input }: AnyAction, id: string = nobodysId): Input =>
  'clientMessageId' in ((input as { readonly shape?: object }).shape ?? {}) ? { clientMessageId: id } : {}

/** Its message may repeat what a stranger wrote. */
const saidOf = ({ code, message, definition }: Failure): string => dataBlock({ error: message, code, fix: definition.fix })
