import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { joinAtConnection, leaveAtDisconnection } from './at-connections.ts'
import { followSource } from './at-sources.ts'
import { metaLeadErrors } from './errors.ts'
import { fetchMetaLeads } from './fetch-meta-leads.ts'
import { heldLeads } from './held-leads.ts'
import { joinMetaPage } from './join-meta-page.ts'
import { listMetaForms } from './list-meta-forms.ts'
import { listMetaPages } from './list-meta-pages.ts'
import { metaLeadsWebhook } from './meta-leads-webhook.ts'
import { metaLeadNotices } from './notices.ts'
import { pollMetaPage } from './poll-meta-page.ts'
import { pollMetaSource } from './poll-meta-source.ts'
import { metaLeadRetention } from './retention.ts'
import { sendMetaTestLead } from './send-meta-test-lead.ts'
import { showMetaSource } from './show-meta-source.ts'
import { startMetaWork } from './start-meta-work.ts'

/** Leads of ads at Meta: announced by notifications, fetched, and found by a poll where no notification came. */
export const metaLeadsModule = module({
  title: 'Leads of Meta ads',
  actions: [listMetaPages, listMetaForms, showMetaSource, pollMetaSource, sendMetaTestLead],
  jobs: [fetchMetaLeads, pollMetaPage, joinMetaPage, startMetaWork],
  inbound: [metaLeadsWebhook],
  errors: metaLeadErrors,
  notices: metaLeadNotices,
  retention: [metaLeadRetention],
  within: [followSource, joinAtConnection, leaveAtDisconnection],
  held: [held({ name: 'leads of Meta', kind: 'syncs', jobs: [fetchMetaLeads, pollMetaPage, joinMetaPage], rows: heldLeads })],
  owns: ['directory.meta_pages', 'meta_pages', 'meta_forms', 'meta_leads'],
})
