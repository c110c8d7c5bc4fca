import type { Enqueue } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { faultsIn, jsonIn } from '#domains/connections/ai-models/answer-shapes.ts'
import { dataBlock, dataBlockRule } from '#domains/connections/ai-models/hostile-texts.ts'
import { type Candidate, findCandidates } from '#domains/connections/ai-models/talk-candidates.ts'
import { type AskContext, askInTurn, type Question } from '#domains/connections/ai-models/whole-answers.ts'
import type { AiAnswer } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { NodeOf } from './definition.ts'
import type { Doing, Done, EffectParts } from './doings.ts'
import { keepAnswer } from './ledger.ts'
import { schemaOfAnswer, shapeOfAnswer } from './model-answers.ts'
import { isBudgetSpent, pausedByBudget } from './paused-runs.ts'
import { isReservedByOthers, microsOf, type PaidStep, reserveOfStep, settleOfStep } from './step-budgets.ts'

/** The first answer, and one that mends it. */
const mostAnswers = 2
const mostOutputTokens = 4_096
/** UTF-8 bytes of prompt and data; more is no question but a file. */
const mostQuestionBytes = 262_144
/** Without a provider that can answer (decisions, "AI step"). */
const longestAwayMs = 86_400_000
/** For calls that have reserved what is left of a budget. */
const [queueSeconds, mostQueueMs] = [3, 600_000]
const [leastPatienceSeconds, mostPatienceSeconds] = [20, 900]

/** What is paid for, as the ledger keeps it until the step has ended. */
interface Paid {
  readonly text: string
  readonly model: string
  readonly provider: string
}

/**
 * Asks a model, and checks what it answers. What was paid for is kept before anything else happens, and is not asked for a second time. The answer
 * is data: no expression reads it as one, and it has no rights.
 */
export const askModel = async (parts: EffectParts, doing: Doing<NodeOf<'ai'>>): Promise<Done> => {
  const { going, node, key, seen } = doing
  const { program } = going.course
  const orgId = going.run.org_id
  const input = {
    prompt: program.textOf(node.id, 'prompt', seen),
    ...(node.input !== undefined && { input: program.answerOf(node.id, 'input', seen) }),
  }
  const question = questionOf(node, input)
  if (Buffer.byteLength(question.prompt) > mostQuestionBytes)
    return failed(input, 'question_too_large', 'The prompt with its data is larger than 256 KiB.')
  const outcome = await answered(parts, doing, question).catch((error: unknown) => ({ error }))
  const costMicros = microsOf(await parts.database.inOrg(orgId, (db) => settleOfStep(db, orgId, key)))
  if ('error' in outcome) {
    const { error } = outcome
    if (error instanceof Failure && isBudgetSpent(error)) return overBudget(parts, doing, error)
    const trouble = troubleOf(error, doing, input)
    return trouble.state === 'failed' ? { ...trouble, costMicros } : trouble
  }
  const { value, paid } = outcome
  return { state: 'done', output: value, input, proof: { model: paid.model, provider: paid.provider }, costMicros }
}

/** The prompt is the author's; what it looks at stands apart, as data. */
const questionOf = (node: NodeOf<'ai'>, { prompt, input }: { readonly prompt: string; readonly input?: unknown }) => ({
  system: [
    'You are one step of an automatic workflow of a service business. You answer with one JSON object of the shape that is asked for, and do nothing else.',
    'Answer from what you are given. Where it says nothing of a field, answer what is nearest to nothing: an empty text, an empty list, false or 0.',
    dataBlockRule,
  ].join('\n\n'),
  prompt: input === undefined ? prompt : `${prompt}\n\n${dataBlock({ input })}`,
  schema: schemaOfAnswer(node.answer),
  maxOutputTokens: mostOutputTokens,
})

const answered = async (
  parts: EffectParts,
  { going, node, entry, key }: Doing<NodeOf<'ai'>>,
  question: Omit<Question, 'signal'>,
): Promise<{ readonly value: Readonly<Record<string, unknown>>; readonly paid: Paid }> => {
  const orgId = going.run.org_id
  const context = contextOf(parts, orgId)
  const step: PaidStep = {
    ...{ workflowId: going.run.workflow_id, node: node.id, key, budgetMicros: node.budget_micros },
    workflowBudgetMicros: going.course.program.definition.settings.budget_micros,
  }
  const kept = entry.state === 'open' ? paidIn(entry.answer) : []
  const shape = shapeOfAnswer(node.answer)
  const asking = {
    ...({ feature: 'workflow', personId: null, requestId: key } as const),
    reserve: (mostNano: number | null) => context.inOrg((db) => reserveOfStep(db, orgId, step, mostNano)),
    keep: async ({ text, model, provider }: AiAnswer) => {
      kept.push({ text, model, provider })
      await context
        .inOrg((db) => keepAnswer(db, orgId, key, { answers: kept }))
        .catch((error: unknown) => parts.log.warn({ err: error, run: going.run.id }, 'an answer could not be kept'))
    },
  }
  let faults = ''
  for (let at = 0; at < mostAnswers; at++) {
    if (!kept[at]) {
      const asked = { ...question, prompt: `${question.prompt}${faults}`, signal: parts.signal }
      const candidates = await candidatesOf(parts, orgId, node.model ?? null)
      if (candidates.length === 0) throw new ProviderError('unreachable', 'No AI provider can be asked.')
      await askInTurn(context, candidates, asked, asking)
    }
    const paid = kept[at]
    if (!paid) throw new Error('an answer was not kept')
    const read = shape.safeParse(jsonIn(paid.text))
    if (read.success) return { value: read.data, paid }
    faults = `\n\nYour last answer did not fit:\n${faultsIn(read.error)}\n\nAnswer again, with one JSON object of the shape.`
  }
  throw new ProviderError('malformed', 'The model answered twice in another form than was asked for.')
}

const contextOf = ({ database, ports, now, together, log }: EffectParts, orgId: string): AskContext => ({
  ...{ ports, now, together, log, newId },
  inOrg: (work) => database.inOrg(orgId, work),
})

/** The model that the step names first, where it can be asked; then those that are asked without a name. */
const candidatesOf = (parts: EffectParts, orgId: string, model: string | null): Promise<readonly Candidate[]> => {
  const { database, vault, within, settings, enqueueIn, ports } = parts
  return database.inOrg(orgId, async (db) => {
    const enqueue: Enqueue = (job, data, start) => enqueueIn(db, job, data, start)
    const using = { vault, within, settings, enqueue, now: parts.now(), usualModel: ports.ai.usualModel }
    return (await findCandidates(db, orgId, { model, orAnother: true }, using)).candidates
  })
}

const paidIn = (answer: unknown): Paid[] => [...((answer as { readonly answers?: readonly Paid[] } | null)?.answers ?? [])]

const failed = (input: unknown, code: string, message: string): Done => ({
  state: 'failed',
  isFinal: true,
  error: { code, message },
  input,
})

/** Calls under way reserve more than they need: first their end is waited for, and then a person or the next month. */
const overBudget = async ({ database }: EffectParts, { going, thread }: Doing, failure: Failure): Promise<Done> => {
  const isNew = thread.since === undefined || going.course.now.getTime() - Date.parse(thread.since) < mostQueueMs
  if (!isNew || !(await database.inOrg(going.run.org_id, (db) => isReservedByOthers(db, going.run.org_id, failure))))
    return pausedByBudget(failure)
  return {
    state: 'later',
    isBounded: true,
    afterSeconds: queueSeconds,
    error: { code: failure.code, message: failure.message },
  }
}

/** A provider that is away is waited for, and one that is to be connected anew for a person; the rest is the step's outlet for errors. */
const troubleOf = (error: unknown, { going, thread }: Doing, input: unknown): Done => {
  if (error instanceof Failure) {
    if (error.code !== 'sandbox_is_off') return failed(input, error.code, error.message)
  } else if (!(error instanceof ProviderError)) throw error
  const reason = error instanceof ProviderError ? error.reason : error.message
  const kind = error instanceof ProviderError ? error.kind : 'unreachable'
  if (kind === 'refused') return failed(input, 'ai_refused', reason)
  if (kind === 'malformed') return failed(input, 'ai_malformed', reason)
  if (kind === 'credentials')
    return { state: 'paused', code: 'ai_not_connected', reason: `${reason} Connect it again, with a key that it accepts.` }
  const { now } = going.course
  const awayMs = thread.since === undefined ? 0 : now.getTime() - Date.parse(thread.since)
  if (awayMs >= longestAwayMs) return failed(input, 'ai_away', `No model could be asked for a day: ${reason}`)
  const asked = error instanceof ProviderError && error.retryAfterMs !== null ? error.retryAfterMs / 1_000 : 0
  const afterSeconds = Math.min(mostPatienceSeconds, Math.max(leastPatienceSeconds, asked, awayMs / 4_000))
  return { state: 'later', isBounded: true, afterSeconds, error: { code: 'ai_away', message: reason } }
}
