import { contribution } from '#core/within.ts'
import { connected, disconnected, registering } from '#domains/connections/connections/moments.ts'
import { serves } from '#domains/connections/connections/providers.ts'
import { readTemplatesJob, readUnconnectedJob } from './job-references.ts'
import { enterNumber, leaveNumber } from './numbers.ts'

/** A webhook names a number, and not the connection: whose it is must be known, and what came for it before is read now. */
export const whatsappConnected = contribution({
  name: 'enter-whatsapp-number',
  to: connected,
  async run({ connectionId, provider, credentials, enqueue }, { db, orgId }) {
    if (!serves(provider, 'messaging')) return
    await enterNumber(db, { orgId, connectionId, credentials })
    await enqueue(readUnconnectedJob, { orgId, connectionId })
  },
})

export const whatsappRegistering = contribution({
  name: 'read-whatsapp-templates',
  to: registering,
  async run({ connectionId, provider, enqueue }, { orgId }) {
    if (serves(provider, 'messaging')) await enqueue(readTemplatesJob, { orgId, connectionId })
  },
})

export const whatsappDisconnected = contribution({
  name: 'leave-whatsapp-number',
  to: disconnected,
  async run({ connectionId, provider }, { db }) {
    if (serves(provider, 'messaging')) await leaveNumber(db, connectionId)
  },
})
