import { reaction } from '#core/events/reaction.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { binEvents } from '../bin/events.ts'
import { correctLeadNotices } from './lead-promises.ts'

/**
 * A lead that was answered, moved on, given to another or deleted is in no notice any more, within the second. What ends a wait without an
 * event, like an import that is taken back, is found by the job of the clock.
 */
export const clearLeadPromises = reaction({
  name: 'clear-lead-promises',
  summary: 'Take back notices of leads that no longer wait for a first reply',
  on: [leadEvents.changed, binEvents.deleted, binEvents.restored],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { db, org }) {
    if (events.some(({ type, facts }) => type === leadEvents.changed.type || facts?.kind === 'lead'))
      await correctLeadNotices(db, org.id)
  },
})
