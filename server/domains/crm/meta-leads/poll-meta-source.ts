import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { tryAgain } from './announced-leads.ts'
import { metaLeadErrors } from './errors.ts'
import { fetchLeadsReference, joinPageReference, pollPageReference } from './job-references.ts'
import { changePage, earlierFrom, findPage, mostEarlierDays, reachBack } from './pages.ts'
import { noticeFailed } from './take-lead.ts'

export const pollMetaSource = action({
  name: 'poll-meta-source',
  summary: 'Look at Meta now for leads of a page',
  description:
    'Polls the forms of the page, and fetches announced leads again that wait or could not be fetched for three days. With `days`, also leads from before the page was a source, as new ones. A page in trouble is connected anew.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  limit: { times: 10, seconds: 60 },
  input: z.object({
    leadSourceId: z.uuid(),
    days: z
      .int()
      .min(1)
      .max(mostEarlierDays)
      .optional()
      .describe('Also leads of so many days that are not here; Meta keeps them for 90'),
  }),
  output: z.object({ success: z.literal(true), leads: z.int().describe('Announced ones that are fetched again') }),
  errors: [metaLeadErrors.meta_source_not_found, metaLeadErrors.meta_page_not_ready],
  examples: [{ title: 'One source', input: { leadSourceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ leadSourceId: sourceId, days }, { org, db, now, enqueue, fail }) {
    const page = await findPage(db, org.id, sourceId)
    if (!page) throw fail('meta_source_not_found')
    if (page.state === 'off' || page.state === 'needs_consent' || page.state === 'disconnected')
      throw fail('meta_page_not_ready', page.reason === null ? {} : { message: page.reason })
    const leads = await tryAgain(db, page, now(), { isAll: true })
    await noticeFailed(db, org.id, sourceId)
    if (days !== undefined) await reachBack(db, page, earlierFrom(now(), days))
    await changePage(db, page, { next_poll_at: now() })
    const data = { orgId: org.id, sourceId }
    if (page.state !== 'working') await enqueue(joinPageReference, data)
    else {
      await enqueue(fetchLeadsReference, data)
      await enqueue(pollPageReference, data)
    }
    return { success: true as const, leads }
  },
})
