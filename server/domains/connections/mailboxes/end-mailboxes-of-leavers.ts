import { reaction } from '#core/events/reaction.ts'
import { memberEvents } from '#domains/platform/users/events.ts'
import { endMailboxesJob } from './end-mailboxes.ts'

export const endMailboxesOfLeavers = reaction({
  name: 'end-mailboxes-of-leavers',
  summary: 'Disconnect the mailboxes of members who left',
  on: [memberEvents.left],
  failing: { retries: 5, delaySeconds: 10, atLast: 'pass' },

  async run(events, { org, enqueue }) {
    for (const personId of new Set(events.map(({ subjectId }) => subjectId)))
      await enqueue(endMailboxesJob, { orgId: org.id, personId })
  },
})
