import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type AiPort, primaryAi } from '#ports/ai.ts'
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
): Promise<{ readonly candidates: readonly Candidate[]; readonly settings: AiSettings }> => {
  const [settings, connections] = await Promise.all([findAiSettings(db, orgId), readAiConnections(db, orgId, using)])
  const name = wanted.model ?? settings.defaultModel ?? using.usualModel({ provider: primaryAi })
  const provider = providerOfModel(name)
  if (!provider) throw unsupported(name)
  const connection = await connections.of(provider)
  const isForItself = wanted.model !== null && provider !== primaryAi
  const others: { readonly connection: AiConnection; readonly name: string }[] = []
  for (const fallback of isForItself ? [] : settings.fallbacks.filter((each) => each !== provider)) {
    const next = await connections.of(fallback)
    if (next && mayStandInFor(next, connection)) others.push({ connection: next, name: using.usualModel(next) })
  }
  const models = await findModelsNamed(db, orgId, [name, ...others.map((each) => each.name)], using.now)
  if (!models.get(name)?.isEnabled || (!connection && provider !== primaryAi)) throw unsupported(name)
  const candidates = [...(connection ? [{ connection, name }] : []), ...others].flatMap((each) => {
    const model = models.get(each.name)
    return model?.isEnabled
      ? [{ model, connection: each.connection, isThoughtGone: connections.isThoughtGone(each.connection) }]
      : []
  })
  if (candidates.length === 0) throw notConnected()
  return { candidates, settings }
}
