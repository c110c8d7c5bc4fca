import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { recordTrial } from './announced-leads.ts'
import { metaLeadErrors } from './errors.ts'
import { inMetasWords, metaErrors } from './meta-calls.ts'
import { openAds } from './page-access.ts'
import { findPage, tokenSealOf } from './pages.ts'

export const sendMetaTestLead = action({
  name: 'send-meta-test-lead',
  summary: 'Have Meta send a test lead of a form',
  description:
    'A form has one test lead at a time: an older one is deleted at Meta. It makes no lead here, and appears in the request log as a test once Meta has announced it.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false },
  limit: { times: 10, seconds: 60 },
  input: z.object({ leadSourceId: z.uuid(), formId: z.string().regex(/^\d{1,40}$/) }),
  output: z.object({ success: z.literal(true), lead_id: z.string().describe('Meta’s') }),
  errors: [metaLeadErrors.meta_source_not_found, metaLeadErrors.meta_page_not_ready, ...metaErrors],
  examples: [{ title: 'One form', input: { leadSourceId: '01980000-0000-7000-8000-000000000000', formId: '998877665544332' } }],

  async run({ leadSourceId: sourceId, formId }, context) {
    const { org, inOrg, vault, fail, now } = context
    const { page, row } = await inOrg(async ({ db }) => {
      const found = await findPage(db, org.id, sourceId)
      return { page: found, row: found && (await findConnection(db, org.id, found.connection_id)) }
    })
    if (!page) throw fail('meta_source_not_found')
    if (!row || page.state !== 'working' || page.token_sealed === null)
      throw fail('meta_page_not_ready', page.reason === null ? {} : { message: page.reason })
    const ads = openAds(context, row, vault.open(page.token_sealed, tokenSealOf(sourceId)))
    const id = await inMetasWords(() => ads.makeTestLead(formId))
    await inOrg(({ db }) => recordTrial(db, page, { id, formId }, now()))
    return { success: true as const, lead_id: id }
  },
})
