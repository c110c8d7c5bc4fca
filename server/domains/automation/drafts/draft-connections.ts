import { contribution } from '#core/within.ts'
import { connected } from '#domains/connections/connections/moments.ts'
import { serves } from '#domains/connections/connections/providers.ts'
import { writeQueuedPrdsJob } from './job-references.ts'

/** Product requirements wait for a model: now there is one to write them. */
export const modelConnected = contribution({
  name: 'write-queued-prds',
  to: connected,
  async run({ provider, enqueue }, { orgId }) {
    if (serves(provider, 'ai')) await enqueue(writeQueuedPrdsJob, { orgId })
  },
})
