import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { watchMailboxJob } from './job-references.ts'
import { beginWatch, findUnwatched } from './watches.ts'

/** After an operator sets a topic all of them are due: so many a minute. */
const mailboxesAtOnce = 200

export const watchMailboxes = job({
  name: 'watch-mailboxes',
  summary: 'Ask providers again to tell of changes in mailboxes',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, now, enqueueIn, ports }) {
    if (ports.mailboxes.watched.length === 0) return
    for (const mailbox of await findUnwatched(db, now(), mailboxesAtOnce))
      await inOrg(mailbox.orgId, async (tenant) => {
        if (await beginWatch(tenant, mailbox, now())) await enqueueIn(tenant, watchMailboxJob, mailbox)
      })
  },
})
