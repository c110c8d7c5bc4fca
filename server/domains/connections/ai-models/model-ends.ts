import type { BaseContext, Db } from '#core/context.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { type AiPort, aiProviders } from '#ports/ai.ts'
import { connectionOf } from '../connections/connections.ts'
import { findModelsNamed } from './models.ts'
import { modelsInUse } from './moments.ts'
import { aiModelNotices } from './notices.ts'
import { findAiSettings } from './settings.ts'

/** Long enough to try another model and to change a setting. */
const aheadMs = 30 * 86_400_000

export interface UsingEnds extends Pick<BaseContext, 'now' | 'within'> {
  readonly ports: { readonly ai: Pick<AiPort, 'usualModel'> }
}

/** Raises the notice of the model in use that ends first, within 30 days, or takes it away. */
export const announceEnds = async (db: Db, orgId: string, using: UsingEnds): Promise<void> => {
  const ending = await findEnding(db, orgId, using)
  if (!ending) return clearNotice(db, orgId, aiModelNotices.ai_model_ends, orgId)
  const { model, endsOn, successor } = ending
  await raiseNotice(db, orgId, {
    ...{ notice: aiModelNotices.ai_model_ends, subjectId: orgId, facts: { model, ends_on: endsOn, successor } },
  })
}

/** The model in use that ends first. */
const findEnding = async (db: Db, orgId: string, { now, within, ports }: UsingEnds) => {
  const { defaultModel } = await findAiSettings(db, orgId)
  const names = (await within(db, orgId, modelsInUse, {})).flat()
  if (defaultModel !== null) names.push(defaultModel)
  for (const provider of aiProviders) {
    const connection = await connectionOf(db, orgId, provider)
    if (connection && connection.status !== 'disconnected') names.push(ports.ai.usualModel({ provider }))
  }
  const models = await findModelsNamed(db, orgId, [...new Set(names)], now())
  const last = new Date(now().getTime() + aheadMs).toISOString().slice(0, 10)
  return [...models.values()]
    .flatMap((model) => (model.endsOn !== null && model.endsOn <= last ? [{ ...model, endsOn: model.endsOn }] : []))
    .toSorted((a, b) => a.endsOn.localeCompare(b.endsOn))[0]
}
