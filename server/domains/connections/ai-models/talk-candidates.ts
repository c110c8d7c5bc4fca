import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type AiPort, primaryAi } from '#ports/ai.ts'
import { aiModelErrors } from './errors.ts'
import { type AiModel, findEnabledModel } from './models.ts'
import { type AiConnection, findAiConnection, mayStandInFor, notConnected, type UsingAi } from './requests.ts'
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
interface UsualModels extends Pick<AiPort, 'usualModel'> {
  readonly now: Date
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
  const name = wanted.model ?? settings.defaultModel ?? using.usualModel({ provider: primaryAi })
  const first = await findEnabledModel(db, orgId, name, using.now)
  if (!first) throw unsupported(name)
  const connection = await findAiConnection(db, orgId, first.provider, using)
  if (!connection && first.provider !== primaryAi) throw unsupported(name)
  const isForItself = wanted.model !== null && first.provider !== primaryAi
  const others = isForItself ? [] : settings.fallbacks.filter((provider) => provider !== first.provider)
  const candidates: Candidate[] = connection ? [{ model: first, connection }] : []
  for (const provider of others) {
    const next = await findAiConnection(db, orgId, provider, using)
    const model = next && (await findEnabledModel(db, orgId, using.usualModel(next), using.now))
    if (next && model && mayStandInFor(next, connection)) candidates.push({ model, connection: next })
  }
  if (candidates.length === 0) throw notConnected()
  return candidates
}
