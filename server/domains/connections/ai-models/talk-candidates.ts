import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type AiProvider, aiProviders, primaryAi } from '#ports/ai.ts'
import { connectionOf } from '../connections/connections.ts'
import { isResting, usableOf } from '../connections/usable-connections.ts'
import { aiModelErrors } from './errors.ts'
import { providerOfModel } from './known-models.ts'
import { type AiModel, findModel } from './models.ts'
import { type AiConnection, notConnected, primaryConnection, type UsingAi } from './requests.ts'
import { findAiSettings } from './settings.ts'

/** A model that may be asked, and what it is reached with. */
export interface Candidate {
  readonly model: AiModel
  readonly connection: AiConnection
}

export interface WantedModel {
  /** Named on purpose; null: the workspace's default. */
  readonly model: string | null
}

/** Where models are named by the operator. */
interface UsualModels {
  readonly now: Date
  usualModel(provider: AiProvider): string
}

const unsupported = (model: string): Failure =>
  new Failure(aiModelErrors.model_not_supported, { message: `Unsupported model: ${model.slice(0, 100)}`, field: 'model' })

/**
 * Who is asked, in order: the model that was named or the default, then those of the providers in Settings. A model of another provider than
 * the primary one was named for its own sake: nothing takes its place. A simulated provider never takes the place of a real one.
 */
export const findCandidates = async (
  db: Db,
  orgId: string,
  wanted: WantedModel,
  using: UsingAi & UsualModels,
): Promise<readonly Candidate[]> => {
  const settings = await findAiSettings(db, orgId)
  const name = wanted.model ?? settings.defaultModel ?? using.usualModel(primaryAi)
  const first = await enabledModel(db, orgId, name, using.now)
  if (!first) throw unsupported(name)
  const connection = await connectionTo(db, orgId, first.provider, using)
  if (!connection && first.provider !== primaryAi) throw unsupported(name)
  const isForItself = wanted.model !== null && first.provider !== primaryAi
  const others = isForItself ? [] : settings.fallbacks.filter((provider) => provider !== first.provider)
  const candidates: Candidate[] = connection ? [{ model: first, connection }] : []
  for (const provider of others) {
    const next = await connectionTo(db, orgId, provider, using)
    const model = next && (await enabledModel(db, orgId, using.usualModel(provider), using.now))
    const isPretended = next?.mode === 'sandbox' && connection?.mode !== 'sandbox'
    if (next && model && !isPretended) candidates.push({ model, connection: next })
  }
  if (candidates.length === 0) throw notConnected()
  return candidates
}

const enabledModel = async (db: Db, orgId: string, name: string, now: Date): Promise<AiModel | null> => {
  const model = providerOfModel(name) && (await findModel(db, orgId, name, now))
  return model?.isEnabled ? model : null
}

const connectionTo = async (db: Db, orgId: string, provider: AiProvider, using: UsingAi): Promise<AiConnection | null> => {
  if (provider === primaryAi) return primaryConnection(db, orgId, using)
  const row = await connectionOf(db, orgId, provider)
  return row && !isResting(row) ? (usableOf(using.vault, row) as AiConnection | null) : null
}

/** The providers that a workspace may put in an order. */
export const knownProviders: readonly AiProvider[] = aiProviders
