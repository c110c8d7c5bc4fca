import { reaction } from '#core/events/reaction.ts'
import { recountAssigned } from '#domains/automation/alerts/assignments.ts'
import { binEvents } from './events.ts'

/** A notice of many assigned leads or deals counts what is there: neither what lies in the bin, nor without what came back. */
export const recountNotices = reaction({
  name: 'recount-notices',
  summary: 'Recount notices of several assigned leads or deals when some of them are deleted or restored',
  on: [binEvents.deleted, binEvents.restored],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },

  async run(events, { db, org }) {
    const idsOf = (kind: 'lead' | 'deal') => events.flatMap((event) => (event.stored.kind === kind ? event.subjectId : []))
    await recountAssigned(db, org.id, { leadIds: idsOf('lead'), dealIds: idsOf('deal') })
  },
})
