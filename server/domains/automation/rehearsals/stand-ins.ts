import { admit } from '#core/actions/admission.ts'
import { readInput, refuseUnstorable } from '#core/actions/inputs.ts'
import { workflowActions } from '#core/actions/workflow-actions.ts'
import { Failure } from '#core/errors.ts'
import type { StepError } from '../workflows/advance.ts'
import type { Node, NodeOf } from '../workflows/definition.ts'
import { knownCatalogue } from '../workflows/known-catalogue.ts'
import { ExpressionFailed, type Program, type Seen } from '../workflows/program.ts'
import type { PublishedVersion } from '../workflows/published-versions.ts'
import { exampleAnswer, exampleForm, exampleOf } from './example-values.ts'
import type { Entry, Source } from './stage.ts'

/** What a step of the rehearsal came to. */
export interface StoodIn {
  readonly kind: Entry['kind']
  readonly what: string
  readonly input: unknown
  readonly source: Source | null
  readonly result: { readonly output: unknown } | { readonly error: StepError }
}

/** Asks an action that only reads, now, as a workflow would. A text: why it could not be read. */
export type ReadNow = (
  action: string,
  input: unknown,
  by: PublishedVersion,
) => Promise<{ readonly output: unknown } | { readonly error: StepError } | null>

/** The last answers that steps really gave, by workflow and step. */
export type LastAnswers = ReadonlyMap<string, unknown>

export const answerKey = (workflowId: string, node: string): string => `${workflowId} ${node}`

/** Stands in for what is outside: nothing is sent, nothing is asked, nothing is written. */
export const makeStandIns = (parts: { readonly readNow: ReadNow; readonly answers: LastAnswers; readonly now: Date }) => {
  const { readNow, answers, now } = parts

  const pretend = (
    version: PublishedVersion,
    node: Node,
    fits: (answer: unknown) => boolean,
    example: () => unknown,
  ): Pick<StoodIn, 'source' | 'result'> => {
    const last = answers.get(answerKey(version.workflowId, node.id))
    if (last !== undefined && fits(last)) return { source: 'real', result: { output: last } }
    return { source: 'example', result: { output: example() } }
  }

  const ofAction = async (version: PublishedVersion, node: NodeOf<'action'>, seen: Seen): Promise<StoodIn> => {
    const action = workflowActions().get(node.action)
    const input = version.program.valuesOf(node.id, seen)
    const isRead = action?.effect === 'read'
    const base = { kind: isRead ? 'read' : 'action', what: node.action, input } as const
    if (!action) return { ...base, source: null, result: { error: { code: 'unknown_action', message: 'Invalid action type' } } }
    try {
      admit(action, callerOf(version))
      refuseUnstorable(input)
      readInput(action, { ...input, type: node.action })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { ...base, source: null, result: { error: { code: error.code, message: error.message } } }
    }
    const read = isRead ? await readNow(node.action, { ...input, type: node.action }, version) : null
    if (read) return { ...base, source: 'today', result: read }
    const shape = knownCatalogue().actions.get(node.action)?.output ?? {}
    const fits = (answer: unknown): boolean => action.output.safeParse(answer).success
    return { ...base, ...pretend(version, node, fits, () => exampleOf(shape, now)) }
  }

  const ofRequest = (version: PublishedVersion, node: NodeOf<'http'>, seen: Seen): StoodIn => {
    const { program } = version
    const input = {
      ...{ method: node.method, url: program.textOf(node.id, 'url', seen) },
      headers: program.answerOf(node.id, 'headers', seen),
      ...(node.body !== undefined && { body: program.answerOf(node.id, 'body', seen) }),
    }
    const base = { kind: 'http', what: `${node.method} request`, input } as const
    if (!URL.canParse(input.url))
      return {
        ...{ ...base, source: null },
        result: { error: { code: 'request_malformed', message: 'This is no address that a request can be sent to.' } },
      }
    return { ...base, ...pretend(version, node, isObject, () => ({ status: 200, headers: {}, body: null })) }
  }

  const ofModel = (version: PublishedVersion, node: NodeOf<'ai'>, seen: Seen): StoodIn => {
    const { program } = version
    const input = {
      prompt: program.textOf(node.id, 'prompt', seen),
      ...(node.input !== undefined && { input: program.answerOf(node.id, 'input', seen) }),
    }
    const names = node.answer.map(({ name }) => name)
    const fits = (answer: unknown): boolean => isObject(answer) && names.every((name) => Object.hasOwn(answer, name))
    return { ...{ kind: 'ai', what: 'ai', input }, ...pretend(version, node, fits, () => exampleAnswer(node.answer)) }
  }

  return {
    async perform(version: PublishedVersion, node: Node, seen: Seen): Promise<StoodIn> {
      try {
        if (node.kind === 'action') return await ofAction(version, node, seen)
        if (node.kind === 'http') return ofRequest(version, node, seen)
        if (node.kind === 'ai') return ofModel(version, node, seen)
        throw new Error(`no step of kind ${node.kind} reaches outside`)
      } catch (error) {
        if (!(error instanceof ExpressionFailed)) throw error
        const [kind, what] = node.kind === 'action' ? (['action', node.action] as const) : (['http', node.kind] as const)
        return {
          ...{ kind, what, input: null, source: null },
          result: { error: { code: 'expression_failed', message: error.message } },
        }
      }
    },

    /** How a person answers; null where they let the time pass. */
    answer(
      version: PublishedVersion,
      node: NodeOf<'person'>,
      chosen: string | undefined,
      at: Date,
    ): { outlet: string; output: unknown; source: Source } | null {
      const outlet = chosen ?? node.choices[0]?.id ?? 'done'
      if (outlet === 'timeout') return null
      const last = answers.get(answerKey(version.workflowId, node.id))
      const names = node.form.map(({ name }) => name)
      const fits = isObject(last) && last.choice === outlet && names.every((name) => Object.hasOwn(last, name))
      if (fits) return { outlet, output: last, source: 'chosen' }
      return { outlet, output: { choice: outlet, ...exampleForm(node.form, at) }, source: 'chosen' }
    },
  }
}
export type StandIns = ReturnType<typeof makeStandIns>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As it would call. */
export const callerOf = ({ workflowId, name, version, role, publisherId }: PublishedVersion) =>
  ({ kind: 'workflow', orgId: '', workflowId, name, version, runId: '', role, publisherId }) as const

export const needsHours = (programs: readonly Pick<Program, 'needsHours'>[]): boolean =>
  programs.some((program) => program.needsHours)

export const needsContactZones = (programs: readonly Pick<Program, 'needsContactZone'>[]): boolean =>
  programs.some((program) => program.needsContactZone)
