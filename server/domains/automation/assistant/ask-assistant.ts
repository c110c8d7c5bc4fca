import { z } from 'zod'
import { type AssistantDoor, action, Streamed } from '#core/actions/action.ts'
import type { PersonAskingContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findClock } from '#domains/connections/ai-models/budgets.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { asAiFailure } from '#domains/connections/ai-models/requests.ts'
import { choice } from '#shapes'
import { AiMeta } from './ai-meta.ts'
import { type AnswerContext, type Answered, answer, idsFor, type Told } from './answering.ts'
import { hasLetters } from './asked-texts.ts'
import { asTalk, type KeptTurn, keepTurns, turnsOf } from './asked-turns.ts'
import { askerOf } from './askers.ts'
import { readingFor } from './card-readings.ts'
import { answersUntil, beginConversation, findConversation, leaveFloor, takeFloor } from './conversations.ts'
import { assistantErrors } from './errors.ts'
import { instructionsFor } from './instructions.ts'
import { AssistantProposal, addProposal, proposalsOf, shownProposal, takeDecisions } from './proposals.ts'
import { SeenRecord } from './records.ts'
import { forgetEarlier } from './retention.ts'
import { settledCard } from './settled-cards.ts'
import { Look } from './tools.ts'

/** Of what goes to a model again with each call: some fifty questions with what was looked up for them. */
const mostConversationBytes = 400_000

const About = z.object({
  kind: choice('AskedKind', ['deal', 'contact', 'lead', 'invoice', 'booking', 'document']),
  id: z.uuid(),
})
const aboutReaders = {
  ...{ deal: 'show-deal', contact: 'show-contact', lead: 'show-lead', invoice: 'show-invoice' },
  ...{ booking: 'show-booking-detail', document: 'show-document' },
} as const

const Answer = z.object({
  text: z.string().describe('Markdown; the only links are `[name]` with `(kind:id)` of records that the assistant has seen'),
  conversationId: z.uuid(),
  proposals: z.array(AssistantProposal).describe('What it would do: each waits for `approve-proposal`'),
  looks: z.array(Look).describe('What it looked at, in order'),
  records: z.array(SeenRecord).describe('Records that it has seen, as links need them'),
  meta: AiMeta.describe('Of all calls together'),
})
type Answer = z.output<typeof Answer>

export const askAssistant = action({
  name: 'ask-assistant',
  summary: 'Ask the assistant',
  description: [
    'It finds and explains with the actions that list the transport `assistant`, by the caller’s own rights. A write is a proposal: nothing is done until the caller approves it with `approve-proposal`, within 30 minutes. At most 12 look-ups and 120 s (`AI_ANSWER_SECONDS`) a question; two questions of one conversation at once are refused.',
    'With `stream` the answer is `text/event-stream` as of `ai-chat`: texts; events with an empty `text` and `looking` while it looks something up; the first of them with `conversationId`, which errors name, too; the last but one event has an empty `text` and everything else of the answer.',
  ].join('\n\n'),
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  callsProvider: true,
  limit: { times: 20, seconds: 60 },
  streams: {
    isWanted: (input) => (input as { stream?: boolean }).stream === true,
    again: (whole) => {
      const { text, ...rest } = Answer.parse(whole)
      return [JSON.stringify({ text }), JSON.stringify({ text: '', ...rest })]
    },
  },
  input: z.object({
    message: z.string().max(20_000).refine(hasLetters, 'is empty'),
    conversationId: z.uuid().optional().describe('Goes on with it; without it a new one begins'),
    newConversationId: z
      .uuid()
      .optional()
      .describe(
        'The id of the one that begins, so that you find it whatever becomes of the answer; one that you began goes on',
      ),
    about: About.optional().describe('The record that the question is about, as on the page that is open'),
    stream: z.boolean().optional(),
  }),
  output: Answer,
  errors: [
    ...[aiModelErrors.ai_failed, aiModelErrors.model_not_supported, aiModelErrors.context_too_long],
    ...[aiModelErrors.ai_budget_exhausted, aiModelErrors.ai_model_unpriced],
    ...[assistantErrors.assistant_conversation_not_found, assistantErrors.assistant_is_answering],
    ...[assistantErrors.assistant_conversation_too_long, assistantErrors.assistant_too_slow, assistantErrors.about_not_found],
  ],
  examples: [{ title: 'A question', input: { message: 'Which deals wait for us?' } }],

  async run({ message, conversationId, newConversationId, about, stream }, { fail, ...context }) {
    const own = { orgId: context.org.id, personId: context.person.id }
    // Of one question, all calls together.
    const { aiAnswerMs: answerMs } = context.settings
    const door = context.assistant()
    if (about) await checkAbout(door, about, () => fail('about_not_found', { field: 'about' }))
    const id = conversationId ?? newConversationId ?? context.newId()
    const begun = await context.inOrg(async ({ db }) => {
      const now = context.now()
      const until = answersUntil(now, answerMs)
      const isNew = conversationId === undefined && (await beginConversation(db, own, { id, message, until }))
      if (isNew) await forgetEarlier(db, own, { id, now })
      if (!isNew && !(await findConversation(db, own, id)))
        throw fail('assistant_conversation_not_found', { field: 'conversationId' })
      if (!isNew && !(await takeFloor(db, own, id, { now, until }))) throw fail('assistant_is_answering')
      const told = await takeDecisions(db, own.orgId, id, now)
      const notes = [told, about && `The question is about the ${about.kind} with the id ${about.id}.`]
        .filter(Boolean)
        .join('\n')
      const turn = { role: 'user', text: message, content: { notes: notes || null } } as const
      const before = await turnsOf(db, own.orgId, id)
      const more = isAskedAgain(before.at(-1), turn) ? [] : [turn]
      const turns = asTalk([...before, ...more])
      if (JSON.stringify(turns).length > mostConversationBytes) throw fail('assistant_conversation_too_long')
      if (more.length > 0) await keepTurns(db, own.orgId, id, more, now)
      const { zone } = await findClock(db, own.orgId)
      return { turns, asker: await askerOf(db, own, context.person.role, zone, now) }
    })
    const tooSlow = AbortSignal.timeout(answerMs)
    const { turns, asker } = begun
    const question = {
      ...{ ...own, requestId: context.requestId, system: instructionsFor(asker), turns },
      signal: AbortSignal.any([context.gone, tooSlow]),
    }
    const answering = answer(question, answeringFor(id, door, context))
    const pieces = told(answering, { id, own, context, slow: () => tooSlow.aborted && fail('assistant_too_slow') })
    if (stream) return new Streamed(pieces) as never
    return whole(pieces)
  },
})

type Context = Omit<PersonAskingContext, 'fail'>

const checkAbout = async (door: AssistantDoor, { kind, id }: z.output<typeof About>, missing: () => Failure): Promise<void> => {
  const { failure } = await door.read(aboutReaders[kind], { [`${kind}Id`]: id })
  if (failure) throw failure.status === 404 || failure.status === 400 ? missing() : failure
}

const answeringFor = (conversationId: string, door: AssistantDoor, context: Context): AnswerContext => {
  const { org, person, inOrg, now, newId } = context
  return {
    talking: { ...context, inOrg: (work) => inOrg(({ db, enqueue }) => work(db, enqueue)) },
    door,
    async propose(wanted, given) {
      const id = newId()
      const { card, input } = await settledCard(wanted, { ...given, ...idsFor(wanted, id) }, await readingFor(context, door))
      const own = { orgId: org.id, personId: person.id, conversationId }
      await inOrg(({ db }) => addProposal(db, own, { ...card, id, action: wanted.name, input, now: now() }))
      return { id, title: card.title }
    },
    keep: (turns) => inOrg(({ db }) => keepTurns(db, org.id, conversationId, turns, now())),
  }
}

/** The answer as it is streamed; the floor is left however it ends. What breaks it off after its first piece is told. */
async function* told(
  answering: AsyncGenerator<Told, Answered, void>,
  {
    id,
    own,
    context,
    slow,
  }: {
    readonly id: string
    readonly own: { readonly orgId: string; readonly personId: string }
    readonly context: Context
    readonly slow: () => Failure | false
  },
): AsyncGenerator<string, Answer | undefined, void> {
  let hasBegun = false
  try {
    for (;;) {
      const next = await answering.next()
      if (next.done) {
        const { text, proposalIds, ...rest } = next.value
        const proposals = await context.inOrg(({ db }) => proposalsOf(db, own.orgId, id))
        const shown = proposals.filter((row) => proposalIds.includes(row.id)).map((row) => shownProposal(row, context.now()))
        const answered: Answer = { text, conversationId: id, proposals: shown, ...copied(rest) }
        yield JSON.stringify({ ...answered, text: '' })
        return answered
      }
      const { kind, ...piece } = next.value
      const event = kind === 'text' ? piece : { text: '', looking: piece }
      yield JSON.stringify(hasBegun ? event : { ...event, conversationId: id })
      hasBegun = true
    }
  } catch (error) {
    const thrown = slow() || asAiFailure(error)
    if (!(thrown instanceof Failure)) throw thrown
    const failure = inConversation(thrown, id)
    if (!hasBegun) throw failure
    const { message, code, facts } = failure
    yield JSON.stringify({ ...facts, text: '', error: message, code, partial: true, request_id: context.requestId })
    return undefined
  } finally {
    await answering.return(undefined as never).catch(() => {})
    await context
      .inOrg(({ db }) => leaveFloor(db, own, id, context.now()))
      .catch((error: unknown) => {
        context.log.warn({ err: error, conversation: id }, 'a conversation with the assistant waits until its time is over')
      })
  }
}

/** The question is kept, also where it got no answer: asked again, it goes on there. */
const inConversation = (failure: Failure, conversationId: string): Failure => {
  const { definition, message, status, field, retryAfterSeconds, facts, cause } = failure
  return new Failure(definition, {
    ...{ message, status, cause, facts: { ...facts, conversationId } },
    ...(field !== undefined && { field }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** The same question, which got no answer: it stands there once. */
const isAskedAgain = (
  last: KeptTurn | undefined,
  { text, content: { notes } }: KeptTurn & { readonly role: 'user' },
): boolean => last?.role === 'user' && last.text === text && (last.content.notes ?? '').includes(notes ?? '')

const copied = ({ looks, records, meta }: Omit<Answered, 'text' | 'proposalIds'>) => ({
  ...{ looks: [...looks], records: [...records], meta },
})

/** The event that says what broke an answer off. */
interface Broken {
  readonly text: string
  readonly error?: string
  readonly code?: string
  readonly partial?: boolean
  readonly request_id?: string
}

/** Without a stream: the pieces are let go, and what broke it off is thrown. */
const whole = async (pieces: AsyncGenerator<string, Answer | undefined, void>): Promise<Answer> => {
  for (;;) {
    const next = await pieces.next()
    if (next.done && next.value) return next.value
    if (next.done) throw new Error('an answer that ended without being told')
    const { error, code, text: _, partial: __, request_id: ___, ...facts } = JSON.parse(next.value) as Broken
    const definition = askAssistant.errors.find((each) => each.code === code)
    if (error !== undefined && definition) throw new Failure(definition, { message: error, facts })
  }
}
