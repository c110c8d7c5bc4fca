import { declareWorkflowActions } from '#core/actions/workflow-actions.ts'
import { assemble } from '#core/catalogue.ts'
import { declarePublicEvents } from '#core/events/public-events.ts'
import { readInbox } from '#core/inbound/webhook-events.ts'
import { removeExpired } from '#core/retention.ts'
import { alertsModule } from './automation/alerts/module.ts'
import { assistantModule } from './automation/assistant/module.ts'
import { demoModule } from './automation/demo/module.ts'
import { draftsModule } from './automation/drafts/module.ts'
import { humanStepsModule } from './automation/human-steps/module.ts'
import { knowledgeModule } from './automation/knowledge/module.ts'
import { rehearsalsModule } from './automation/rehearsals/module.ts'
import { searchModule } from './automation/search/module.ts'
import { workflowsModule } from './automation/workflows/module.ts'
import { billingModule } from './business/billing/module.ts'
import { designsModule } from './business/designs/module.ts'
import { documentsModule } from './business/documents/module.ts'
import { followUpsModule } from './business/follow-ups/module.ts'
import { invoicesModule } from './business/invoices/module.ts'
import { payPageModule } from './business/pay-page/module.ts'
import { paymentsModule } from './business/payments/module.ts'
import { proposalPagesModule } from './business/proposal-pages/module.ts'
import { proposalsModule } from './business/proposals/module.ts'
import { reviewsModule } from './business/reviews/module.ts'
import { signPagesModule } from './business/sign-pages/module.ts'
import { templatesModule } from './business/templates/module.ts'
import { viewsModule } from './business/views/module.ts'
import { aiModelsModule } from './connections/ai-models/module.ts'
import { connectionsModule } from './connections/connections/module.ts'
import { mailboxesModule } from './connections/mailboxes/module.ts'
import { webhooksModule } from './connections/webhooks/module.ts'
import { formsModule } from './conversations/forms/module.ts'
import { inboxModule } from './conversations/inbox/module.ts'
import { mailModule } from './conversations/mail/module.ts'
import { repliesModule } from './conversations/replies/module.ts'
import { voiceModule } from './conversations/voice/module.ts'
import { webChatModule } from './conversations/web-chat/module.ts'
import { whatsappModule } from './conversations/whatsapp/module.ts'
import { companiesModule } from './crm/companies/module.ts'
import { companyProfilesModule } from './crm/company-profiles/module.ts'
import { contactsModule } from './crm/contacts/module.ts'
import { crmConnectionsModule } from './crm/crm-connections/module.ts'
import { dealsModule } from './crm/deals/module.ts'
import { editsModule } from './crm/edits/module.ts'
import { fieldsModule } from './crm/fields/module.ts'
import { identitiesModule } from './crm/identities/module.ts'
import { importsModule } from './crm/imports/module.ts'
import { leadSourcesModule } from './crm/lead-sources/module.ts'
import { leadsModule } from './crm/leads/module.ts'
import { metaLeadsModule } from './crm/meta-leads/module.ts'
import { notesModule } from './crm/notes/module.ts'
import { prospectingModule } from './crm/prospecting/module.ts'
import { recordFilesModule } from './crm/record-files/module.ts'
import { recordsModule } from './crm/records/module.ts'
import { requestLogModule } from './crm/request-log/module.ts'
import { syncModule } from './crm/sync/module.ts'
import { tagsModule } from './crm/tags/module.ts'
import { binModule } from './desk/bin/module.ts'
import { bulkChangesModule } from './desk/bulk-changes/module.ts'
import { duplicatesModule } from './desk/duplicates/module.ts'
import { homeModule } from './desk/home/module.ts'
import { listsModule } from './desk/lists/module.ts'
import { reportsModule } from './desk/reports/module.ts'
import { bookingModule } from './meetings/booking/module.ts'
import { bookingPagesModule } from './meetings/booking-pages/module.ts'
import { calendarsModule } from './meetings/calendars/module.ts'
import { feedsModule } from './meetings/feeds/module.ts'
import { hoursModule } from './meetings/hours/module.ts'
import { apiKeysModule } from './platform/api-keys/module.ts'
import { auditModule } from './platform/audit/module.ts'
import { backgroundJobsModule } from './platform/background-jobs/module.ts'
import { notifyUnreadable } from './platform/background-jobs/work-notices.ts'
import { businessIdentityModule } from './platform/business-identity/module.ts'
import { filesModule } from './platform/files/module.ts'
import { mailOutModule } from './platform/mail-out/module.ts'
import { membersModule } from './platform/members/module.ts'
import { notificationDeliveryModule } from './platform/notification-delivery/module.ts'
import { notificationsModule } from './platform/notifications/module.ts'
import { organizationsModule } from './platform/organizations/module.ts'
import { retentionModule } from './platform/retention/module.ts'
import { signInModule } from './platform/sign-in/module.ts'
import { usersModule } from './platform/users/module.ts'

/** The whole product on one page. A module imports from those above it and from no other. */
export const foyer = assemble(
  {
    platform: {
      notifications: notificationsModule,
      audit: auditModule,
      files: filesModule,
      'background-jobs': backgroundJobsModule,
      'mail-out': mailOutModule,
      'api-keys': apiKeysModule,
      organizations: organizationsModule,
      users: usersModule,
      'business-identity': businessIdentityModule,
      members: membersModule,
      'sign-in': signInModule,
      'notification-delivery': notificationDeliveryModule,
      retention: retentionModule,
    },
    connections: {
      connections: connectionsModule,
      mailboxes: mailboxesModule,
      'ai-models': aiModelsModule,
      webhooks: webhooksModule,
    },
    crm: {
      edits: editsModule,
      identities: identitiesModule,
      records: recordsModule,
      tags: tagsModule,
      fields: fieldsModule,
      notes: notesModule,
      'record-files': recordFilesModule,
      leads: leadsModule,
      imports: importsModule,
      'lead-sources': leadSourcesModule,
      'request-log': requestLogModule,
      'meta-leads': metaLeadsModule,
      companies: companiesModule,
      deals: dealsModule,
      'company-profiles': companyProfilesModule,
      contacts: contactsModule,
      'crm-connections': crmConnectionsModule,
      sync: syncModule,
      prospecting: prospectingModule,
    },
    conversations: {
      inbox: inboxModule,
      mail: mailModule,
      whatsapp: whatsappModule,
      'web-chat': webChatModule,
      voice: voiceModule,
      replies: repliesModule,
      forms: formsModule,
    },
    meetings: {
      hours: hoursModule,
      calendars: calendarsModule,
      booking: bookingModule,
      'booking-pages': bookingPagesModule,
      feeds: feedsModule,
    },
    business: {
      invoices: invoicesModule,
      payments: paymentsModule,
      'pay-page': payPageModule,
      billing: billingModule,
      templates: templatesModule,
      documents: documentsModule,
      proposals: proposalsModule,
      views: viewsModule,
      'sign-pages': signPagesModule,
      'proposal-pages': proposalPagesModule,
      'follow-ups': followUpsModule,
      designs: designsModule,
      reviews: reviewsModule,
    },
    automation: {
      alerts: alertsModule,
      knowledge: knowledgeModule,
      assistant: assistantModule,
      drafts: draftsModule,
      search: searchModule,
      demo: demoModule,
      workflows: workflowsModule,
      'human-steps': humanStepsModule,
      rehearsals: rehearsalsModule,
    },
    desk: {
      lists: listsModule,
      bin: binModule,
      'bulk-changes': bulkChangesModule,
      duplicates: duplicatesModule,
      reports: reportsModule,
      home: homeModule,
    },
  },
  {
    reading: ['desk', 'crm', 'conversations', 'meetings', 'business', 'automation', 'connections', 'platform'],
    // Who writes inside another's transaction, in the order of the locks: merge groups, then threads, then deals (decision 0027).
    within: {
      'seat-taken': ['take-over-deals', 'take-over-conversations', 'take-over-human-steps'],
      'connection.connected': [
        'enter-mailbox',
        'enter-mail',
        'file-colleagues-mails',
        'enter-calendars',
        'enter-whatsapp-number',
        'enter-voice-account',
        'read-models-at-connection',
        'write-queued-prds',
        'join-meta-pages-at-connection',
        'resume-sync-at-connection',
        'resume-designs-at-connection',
        'read-reviews-at-connection',
        'resume-runs-at-connection',
      ],
      'ai-budget.changed': ['resume-runs-at-budget'],
      'ai-transcripts.off': ['forget-conversations', 'forget-draft-texts'],
      'notices.read': ['withdraw-read-mails'],
      'background-job.given-up': ['settle-dead-mails', 'settle-dead-steps-of-bookings'],
      'lead-source.saved': ['follow-meta-source'],
      'webhook.recovering': ['recover-sync-webhooks'],
      'connection.registering': ['read-whatsapp-templates'],
      'connection.disconnected': [
        'leave-mail',
        'leave-calendars',
        'leave-whatsapp-number',
        'leave-voice-account',
        'close-checkouts-of-account',
        'leave-meta-pages-at-disconnection',
        'end-sync-at-disconnection',
        'end-designs-at-disconnection',
        'end-reviews-at-disconnection',
      ],
      'bin.removed': ['forget-matches'],
      'contact.entered': ['restore-entered'],
      'contacts.merged': ['join-threads'],
      'contacts.parted': ['part-threads', 'unlink-deal'],
      'tag.merged': ['follow-merged-tag'],
      'deal.linked': ['follow-linked-deal'],
      'mailbox.shared': ['file-shared-mails'],
      'stored-file.read': ['note-file-of-document'],
      'deal.unlinked': ['show-unlinked-deal'],
      'deal.contact-changing': ['lock-threads-of-deal'],
      'deal.contact-changed': ['follow-deal-contact'],
    },
  },
)

// Here and not where areas are put together: a test that assembles others leaves the product's as they are.
declarePublicEvents(foyer.events)
declareWorkflowActions(foyer.actions)

export const catalogue = foyer.actions

/** What providers tell us. */
export const { inbound } = foyer

/** Every night, for all that modules keep only for some time. */
export const removeExpiredRows = removeExpired(
  foyer.retention,
  foyer.reactions.map(({ name }) => name),
)

/** What the product does by itself. */
export const jobs = [...foyer.jobs, readInbox(inbound, notifyUnreadable), removeExpiredRows]
