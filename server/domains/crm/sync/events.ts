import { z } from 'zod'
import { event } from '#core/events/event.ts'
import { CrmEntityName } from './mappings.ts'
import { SyncCounts, SyncKind, SyncStatus } from './sync-jobs.ts'

const Finished = z.object({
  id: z.uuid().describe('The sync'),
  provider: z.string(),
  kind: SyncKind,
  status: SyncStatus,
  code: z.string().nullable().describe('Why it failed'),
  entities: z.array(CrmEntityName),
  counts: z.object({ companies: SyncCounts.optional(), contacts: SyncCounts.optional(), deals: SyncCounts.optional() }),
})

export const syncEvents = {
  changed: event({
    type: 'crm.sync_changed',
    about: 'A CRM sync was started, waits, stands still, was cancelled or resumed; or its settings or a conflict changed.',
    facts: z.object({ provider: z.string(), change: z.string(), reason: z.string().nullable() }),
  }),
  finished: event({
    type: 'crm.sync_finished',
    about: 'A CRM sync is over.',
    facts: Finished.omit({ id: true }),
    webhook: {
      body: Finished,
      tell: ({ subjectId, facts }) => ({ id: subjectId, ...facts }),
      // Every one of them keeps its facts.
      read: async () => () => undefined,
    },
  }),
}
