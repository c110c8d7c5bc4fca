import { readConfig } from '#config'
import type { AnyAction } from '#core/actions/action.ts'
import type { Call } from '#core/actions/call.ts'
import type { Caller } from '#core/actions/caller.ts'
import type { Reply } from '#core/actions/dispatch.ts'
import { makeLimits } from '#core/actions/rate-limits.ts'
import { openVault } from '#core/foyer-key.ts'
import { newId } from '#core/ids.ts'
import { openQueue } from '#core/jobs/queue.ts'
import { makeLog } from '#core/log.ts'
import { makeMetrics } from '#core/metrics.ts'
import { foyer, jobs } from '#domains/catalogue.ts'
import { openCalls } from '#transports/open-calls.ts'
import { openProviders } from '#transports/open-providers.ts'
import type { TestApp } from './app.ts'

export type WorkflowCaller = Extract<Caller, { kind: 'workflow' }>

export const workflowOf = (app: TestApp, other: Partial<WorkflowCaller> = {}): WorkflowCaller => ({
  ...{ kind: 'workflow', orgId: app.owner.orgId, workflowId: newId(), name: 'Chase an invoice', version: 3 },
  ...{ runId: newId(), role: 'member', publisherId: app.owner.personId },
  ...other,
})

/** Calls of workflows, as the worker makes them; with actions of a test's own, or those of the product. */
export const openWorkflowCalls = async (
  app: TestApp,
  { actions = foyer.actions, env = {} }: { actions?: readonly AnyAction[]; env?: Readonly<Record<string, string>> } = {},
) => {
  const port = Number(new URL(app.url).port)
  const config = readConfig({
    ...{ PORT: String(port), FOYER_DATA: app.dataDir, FOYER_KEY: Buffer.alloc(32, 7).toString('base64') },
    ...env,
  })
  const [log, metrics, now] = [makeLog({ level: 'silent' }), makeMetrics(), () => new Date()]
  const { database } = app
  const { ports, outbound } = await openProviders({ config, log, now }, database, metrics, () => port)
  const queue = await openQueue(database.pool, { log, signs: null })
  const dispatch = openCalls({
    ...{ config, database, queue, ports, log, metrics, now },
    ...{ actions, jobs },
    limits: makeLimits(database.pool),
    vault: openVault(config),
    publicUrl: () => app.url,
  })
  return {
    call: (caller: Caller, type: string, input: object = {}, more: Partial<Call> = {}): Promise<Reply> =>
      dispatch(type, { type, ...input }, { caller, requestId: newId(), clientAddress: '', ...more }),
    async close(): Promise<void> {
      await queue.stop()
      await ports.documents.close()
      await ports.paper.close()
      await ports.fileTexts.close()
      await outbound.destroy()
    },
  }
}
