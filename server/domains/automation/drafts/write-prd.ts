import type { Enqueue } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { connectionsToAsk } from '#domains/connections/ai-models/requests.ts'
import { askInTurn } from '#domains/connections/ai-models/whole-answers.ts'
import { findQueuedPrd, giveUpPrd, keepPrd, writePrdJob } from '#domains/crm/deals/prds.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { prdQuestion, readPrd } from './prds.ts'

/** A retired model does not come back. The operator is notified and sets another one: so it is rarely checked again. */
const withoutModelMs = 6 * 3_600_000

export const writePrd = job({
  ...writePrdJob,
  summary: 'Write the requirements document of a deal',
  // The waits grow to an hour, some four days in all. Connecting an account ends the wait.
  retry: { times: 100, delaySeconds: 15 },
  expireSeconds: 180,
  atOnce: 4,

  async run({ orgId, dealId }, context) {
    const { inOrg, enqueueIn, vault, within, settings, log } = context
    const found = await inOrg(orgId, async (db) => {
      const deal = await findQueuedPrd(db, orgId, dealId)
      if (!deal) return null
      const enqueue: Enqueue = (order, data) => enqueueIn(db, order, data)
      return { deal, connections: await connectionsToAsk(db, orgId, { vault, within, settings, enqueue }) }
    })
    // No provider: it waits until one is connected (write-queued-prds).
    if (!found || found.connections.length === 0) return

    try {
      const { answer } = await askInTurn(
        { ...context, inOrg: (work) => inOrg(orgId, work) },
        found.connections,
        { ...prdQuestion(found.deal), signal: context.signal },
        { feature: 'requirements', personId: null, requestId: null },
      )
      const prd = readPrd(answer)
      await inOrg(orgId, (db) => keepPrd(db, orgId, dealId, { prd, model: answer.model }))
    } catch (error) {
      // It is written when the budget begins anew, or was raised meanwhile.
      if (error instanceof Failure && error.code === aiModelErrors.ai_budget_exhausted.code) {
        const inMs = Date.parse(String(error.facts.resets_at)) - context.now().getTime()
        const again = { inMs: Math.min(Math.max(inMs, 60_000), withoutModelMs) }
        log.info({ org_id: orgId, deal_id: dealId, reason: error.message }, 'the requirements document waits for a budget')
        return inOrg(orgId, (db) => enqueueIn(db, writePrdJob, { orgId, dealId }, again))
      }
      if (error instanceof ProviderError && error.kind === 'model_gone') {
        return inOrg(orgId, (db) => enqueueIn(db, writePrdJob, { orgId, dealId }, { inMs: withoutModelMs }))
      }
      if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
      log.info({ org_id: orgId, deal_id: dealId, reason: error.reason }, 'the requirements document could not be written')
      await inOrg(orgId, (db) => giveUpPrd(db, orgId, dealId))
    }
  },
})
