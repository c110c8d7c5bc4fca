import type { Enqueue } from '#core/context.ts'
import { idsOfParts } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { usableOf } from '#domains/connections/connections/usable-connections.ts'
import { recordElsewhere } from './echoes.ts'
import { findKnown, recordIncoming } from './incoming.ts'
import { readUnconnectedJob } from './job-references.ts'
import { processUnconnected } from './unconnected.ts'

/** Each body is read and taken out in one transaction: whatever breaks off, what is left is read by the next try. */
export const readUnconnected = job({
  ...readUnconnectedJob,
  summary: 'Process messages that arrived before a WhatsApp number was connected',
  retry: { times: 12, delaySeconds: 5 },

  async run({ orgId, connectionId }, context) {
    const row = await context.inOrg(orgId, (db) => findConnection(db, orgId, connectionId))
    const phoneNumberId = row && usableOf(context.vault, row)?.credentials.phoneNumberId?.reveal()
    if (!phoneNumberId) return
    for (;;) {
      const isMore = await context.inOrg(orgId, async (db) => {
        const waiting = await processUnconnected(db, orgId, phoneNumberId)
        const news = waiting && context.ports.messaging.parseWebhook(waiting.body)
        if (!waiting) return false
        if (!news) return true
        const own = new Map([[phoneNumberId, connectionId]])
        const newPartId = idsOfParts(waiting.id)
        const enqueue: Enqueue = (order, wanted) => context.enqueueIn(db, order, wanted)
        const reading = { db, org: { id: orgId }, enqueue, within: context.within, newPartId }
        const messages = news.messages.filter((message) => own.has(message.phoneNumberId))
        const { known } = await findKnown(db, orgId, [...messages, ...news.echoes])
        const incoming = messages.map((message) => ({ id: newPartId(), connectionId, message, request: 0 }))
        await recordIncoming(reading, incoming, { isAlone: true, known })
        await recordElsewhere(reading, news, { own, known })
        return true
      })
      if (!isMore) return
    }
  },
})
