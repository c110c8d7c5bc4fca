import type { Db, Enqueue } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { type Candidate, findCandidates } from '#domains/connections/ai-models/talk-candidates.ts'
import { type AskContext, askInTurn } from '#domains/connections/ai-models/whole-answers.ts'
import { giveUpPrd, keepPrd, leaveQueuedPrd, takeQueuedPrd, writePrdJob, writePrdSeconds } from '#domains/crm/deals/prds.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { prdQuestion, readPrd } from './prds.ts'

/** A second answer may fit where the first did not; a third would be paid for and say the same. */
const mostAnswers = 2
/** A retired model does not come back. The operator is notified and sets another one: so it is rarely checked again. */
const withoutModelMs = 6 * 3_600_000

export const writePrd = job({
  ...writePrdJob,
  summary: 'Write the requirements document of a deal',
  // The waits grow to an hour, some four days in all. Connecting an account ends the wait.
  retry: { times: 100, delaySeconds: 15 },
  expireSeconds: writePrdSeconds,
  atOnce: 4,

  async run({ orgId, dealId }, context) {
    const { inOrg, enqueueIn, jobId, vault, within, settings, log, ports } = context
    const using = { vault, within, settings, now: context.now(), usualModel: ports.ai.usualModel }
    const found = await inOrg(orgId, async (db) => {
      const deal = await takeQueuedPrd(db, orgId, dealId, jobId)
      if (!deal) return null
      const enqueue: Enqueue = (order, data) => enqueueIn(db, order, data)
      return { deal, ...(await findCandidates(db, orgId, { model: null }, { ...using, enqueue })) }
    })
    if (!found) return
    // Without a model it waits until a provider is connected (write-queued-prds), or one is switched on.
    const leave = (db: Db) => leaveQueuedPrd(db, orgId, dealId, jobId)
    const later = (inMs = withoutModelMs) =>
      inOrg(orgId, async (db) => {
        await leave(db)
        await enqueueIn(db, writePrdJob, { orgId, dealId }, { inMs })
      })
    if (found.none) return found.isConnected ? later() : inOrg(orgId, leave)

    try {
      const asked = { ...prdQuestion(found.deal), signal: context.signal }
      const written = await writtenBy({ ...context, inOrg: (work) => inOrg(orgId, work) }, found.candidates, asked)
      await inOrg(orgId, (db) => keepPrd(db, orgId, dealId, written))
    } catch (error) {
      // It is written when the budget begins anew, or was raised meanwhile.
      if (error instanceof Failure && error.code === aiModelErrors.ai_budget_exhausted.code) {
        const inMs = Date.parse(String(error.facts.resets_at)) - context.now().getTime()
        log.info({ org_id: orgId, deal_id: dealId, reason: error.message }, 'the requirements document waits for a budget')
        return later(Math.min(Math.max(inMs, 60_000), withoutModelMs))
      }
      if (error instanceof ProviderError && error.kind === 'model_gone') return later()
      if (!(error instanceof ProviderError) || !(error.kind === 'refused' || error.kind === 'malformed')) {
        // Its next try may be an hour off: who connects a provider meanwhile need not wait for it.
        await inOrg(orgId, leave)
        throw error
      }
      log.info({ org_id: orgId, deal_id: dealId, reason: error.reason }, 'the requirements document could not be written')
      await inOrg(orgId, (db) => giveUpPrd(db, orgId, dealId))
    }
  },
})

/** Throws ProviderError: `malformed` where it was asked often enough. */
const writtenBy = async (
  context: AskContext,
  candidates: readonly Candidate[],
  asked: ReturnType<typeof prdQuestion> & { readonly signal: AbortSignal },
): Promise<{ readonly prd: string; readonly model: string }> => {
  for (let at = 1; ; at++)
    try {
      const { answer } = await askInTurn(context, candidates, asked, {
        ...{ feature: 'requirements', personId: null, requestId: null },
      })
      return { prd: readPrd(answer), model: answer.model }
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'malformed' || at >= mostAnswers) throw error
    }
}
