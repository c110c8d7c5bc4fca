import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { type AiPort, aiProviders } from '#ports/ai.ts'
import { connectionOf } from '../connections/connections.ts'
import { findModelsNamed } from './models.ts'
import { aiModelNotices } from './notices.ts'
import { findAiSettings } from './settings.ts'
import { findOrgsWithLedger } from './settlements.ts'

/** Long enough to try another model and to change a setting. */
const aheadMs = 30 * 86_400_000

/** Each day: models in use whose providers shut them down within 30 days. No name fails without a word before. */
export const announceModelEnds = job({
  name: 'announce-model-ends',
  summary: 'Announce AI models that will be shut down',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 60 },
  schedule: '10 4 * * *',

  async run(_, { db, inOrg, now, ports }) {
    for (const orgId of await findOrgsWithLedger(db))
      await inOrg(orgId, async (own) => {
        const ending = await findEnding(own, orgId, now(), ports.ai.usualModel)
        if (!ending) return clearNotice(own, orgId, aiModelNotices.ai_model_ends, orgId)
        const { model, endsOn, successor } = ending
        const facts = { model, ends_on: endsOn, successor }
        await raiseNotice(own, orgId, { notice: aiModelNotices.ai_model_ends, subjectId: orgId, facts })
      })
  },
})

/** The model in use that ends first. */
const findEnding = async (db: Db, orgId: string, now: Date, usualModel: AiPort['usualModel']) => {
  const { defaultModel } = await findAiSettings(db, orgId)
  const names = defaultModel === null ? [] : [defaultModel]
  for (const provider of aiProviders) {
    const connection = await connectionOf(db, orgId, provider)
    if (connection && connection.status !== 'disconnected') names.push(usualModel({ provider }))
  }
  const models = await findModelsNamed(db, orgId, names, now)
  const last = new Date(now.getTime() + aheadMs).toISOString().slice(0, 10)
  return [...models.values()]
    .flatMap((model) => (model.endsOn !== null && model.endsOn <= last ? [{ ...model, endsOn: model.endsOn }] : []))
    .toSorted((a, b) => a.endsOn.localeCompare(b.endsOn))[0]
}
