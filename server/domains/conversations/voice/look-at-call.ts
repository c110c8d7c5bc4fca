import { job } from '#core/jobs/job.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { isResting, usableOf } from '#domains/connections/connections/usable-connections.ts'
import { startPoll } from './call-webhooks.ts'
import { checkLater, findCall, refreshCallJob } from './calls.ts'

export const refreshCall = job({
  ...refreshCallJob,
  summary: 'Fetch the outcome of a call from its provider',
  retry: { times: 3, delaySeconds: 10 },

  async run({ orgId, callId }, { inOrg, vault, ports, enqueueIn }) {
    const known = await inOrg(orgId, async (db) => {
      const call = await findCall(db, orgId, callId)
      const row = call && (await findConnection(db, orgId, call.connection_id))
      if (call && row && isResting(row)) {
        await checkLater(db, orgId, call.id)
        return undefined
      }
      return call && { providerCallId: call.provider_call_id, connection: row && usableOf(vault, row) }
    })
    if (!known) return
    const { connection, providerCallId } = known
    // A disconnected account cannot be queried: the call counts as failed.
    const found = connection ? await ports.voice.open(connection).findCall(providerCallId) : null
    await inOrg(orgId, (db) => startPoll(db, orgId, providerCallId, found, (order, data) => enqueueIn(db, order, data)))
  },
})
