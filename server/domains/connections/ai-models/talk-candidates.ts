import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type AiPort, type AiProvider, primaryAi } from '#ports/ai.ts'
import { aiModelErrors } from './errors.ts'
import { providerOfModel } from './known-models.ts'
import { type AiModel, findModelsNamed } from './models.ts'
import { type AiConnection, mayStandInFor, notConnected, readAiConnections, type UsingAi } from './requests.ts'
import { type AiSettings, findAiSettings } from './settings.ts'

/** A model that may be asked, and what it is reached with. */
export interface Candidate {
  readonly model: AiModel
  readonly connection: AiConnection
  /** Its model was thought to have ended: that it answers is news. */
  readonly isThoughtGone: boolean
  /** The caller alone names it: where its provider has none of that name, it is the caller's mistake. */
  readonly isCallersWord: boolean
}

export interface WantedModel {
  /** Named on purpose; null: the workspace's default. */
  readonly model: string | null
}

export interface Wanted extends WantedModel {
  /** The only provider that may answer. */
  readonly only?: AiProvider
  /** A model that was named is asked first, and after it those that are asked without a name. */
  readonly orAnother?: boolean
}

export interface Candidates {
  /** In order. */
  readonly candidates: readonly Candidate[]
  readonly settings: AiSettings
  /** Why there is none. */
  readonly none: Failure | null
  /** A provider is connected, though Settings may leave it out. */
  readonly isConnected: boolean
}

/** Where models are named by the operator. */
export interface UsualModels extends Pick<AiPort, 'usualModel'> {
  readonly now: Date
}

export const unsupported = (model: string): Failure =>
  new Failure(aiModelErrors.model_not_supported, { message: `Unsupported model: ${model.slice(0, 100)}`, field: 'model' })

/** Under a budget, and of no known price: it was not asked. */
export const isUnpriced = (error: unknown): boolean =>
  error instanceof Failure && error.code === aiModelErrors.ai_model_unpriced.code

/**
 * Who is asked, in order, by whatever feature: the model that was named or the default, then those of the providers in Settings; none that is
 * switched off. A model of another provider than the primary one was named for its own sake: nothing takes its place. A simulated provider
 * never takes the place of a real one. Throws the Failure of a name that cannot be asked.
 */
export const findCandidates = async (
  db: Db,
  orgId: string,
  { model: named, only, orAnother = false }: Wanted,
  using: UsingAi & UsualModels,
): Promise<Candidates> => {
  const [settings, connections] = await Promise.all([findAiSettings(db, orgId), readAiConnections(db, orgId, using)])
  const isNamed = named !== null && !orAnother
  const first = isNamed ? named : (settings.defaultModel ?? using.usualModel({ provider: primaryAi }))
  const provider = providerOfModel(first)
  if (isNamed && !provider) throw unsupported(first)
  const connection = provider && (await connections.of(provider))
  const wanted: { readonly connection: AiConnection; readonly name: string }[] = connection ? [{ connection, name: first }] : []
  const isForItself = isNamed && provider !== primaryAi
  for (const fallback of isForItself ? [] : settings.fallbacks.filter((each) => each !== provider)) {
    const next = await connections.of(fallback)
    if (next && mayStandInFor(next, connection)) wanted.push({ connection: next, name: using.usualModel(next) })
  }
  const before = orAnother && named !== null ? providerOfModel(named) : null
  const namedOne = before && (await connections.of(before))
  if (named !== null && namedOne) wanted.unshift({ connection: namedOne, name: named })
  const models = await findModelsNamed(db, orgId, [first, ...wanted.map(({ name }) => name)], using.now)
  if (isNamed && (!models.get(first)?.isEnabled || (!connection && isForItself))) throw unsupported(first)
  const candidates = wanted.flatMap((each): Candidate[] => {
    const model = models.get(each.name)
    if (!model?.isEnabled || (only && model.provider !== only)) return []
    const isThoughtGone = connections.isThoughtGone(each.connection)
    return [{ model, connection: each.connection, isThoughtGone, isCallersWord: each.name === named && !model.isKnown }]
  })
  const none = candidates.length > 0 ? null : wanted.length > 0 ? leftOut() : notConnected()
  return { candidates: onePerProvider(candidates), settings, none, isConnected: wanted.length > 0 }
}

const leftOut = (): Failure =>
  new Failure(aiModelErrors.ai_failed, {
    message: 'Failed to generate response: Settings → AI leave no model that can answer.',
  })

/** The same where a person waits for the answer. Throws the Failure of having no model to ask. */
export const candidatesToAsk = async (
  db: Db,
  orgId: string,
  wanted: Wanted,
  using: UsingAi & UsualModels,
): Promise<Pick<Candidates, 'candidates' | 'settings'>> => {
  const { none, ...found } = await findCandidates(db, orgId, wanted, using)
  if (none) throw none
  return found
}

const onePerProvider = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ model: { provider } }, at) => candidates.findIndex(({ model }) => model.provider === provider) === at)
