import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { findPerson } from '#domains/platform/users/users.ts'
import { bookingEvents } from './events.ts'
import { askAboutMeetingsOf, findFormerHosts } from './former-hosts.ts'

const mostHosts = 1_000

/** Behind what is asked when a member leaves: of those who left before that was so, meetings stand without a task. */
export const askAboutEarlierLeavers = job({
  name: 'ask-about-earlier-leavers',
  summary: 'Ask admins once about meetings whose host left before it was asked',
  schedule: '41 * * * *',
  data: z.object({}),
  retry: { times: 2, delaySeconds: 60 },

  async run(_data, { db, inOrg, emitIn }) {
    for (const { org_id: orgId, person_id: personId } of await findFormerHosts(db, mostHosts))
      await inOrg(orgId, async (tenant) => {
        const person = await findPerson(tenant, personId)
        const about = { id: personId, name: person?.name ?? 'A member' }
        for (const id of await askAboutMeetingsOf(tenant, orgId, about, { onlyUnasked: true }))
          await emitIn(tenant, orgId, bookingEvents.updated, id, { change: 'host' })
      })
  },
})
