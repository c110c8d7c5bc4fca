import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { openAccount } from './calendars.ts'

/** Takes an event away whose room never came, whether it was made or not. */
export const removeMeetEventJob = {
  name: 'remove-meet-event',
  data: z.object({ orgId: z.uuid(), mailboxId: z.uuid(), calendar: z.string(), eventId: z.string() }),
} as const

export const removeMeetEvent = job({
  ...removeMeetEventJob,
  summary: 'Remove an event whose video room was not made',
  retry: { times: 10, delaySeconds: 10 },
  atOnce: 2,

  async run({ orgId, mailboxId, calendar, eventId }, context) {
    const account = await openAccount(context, orgId, mailboxId)
    await account?.removeEvent(calendar, eventId)
  },
})
