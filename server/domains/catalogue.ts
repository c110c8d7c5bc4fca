import type { AnyHook } from '#core/inbound/inbound-webhook.ts'
import { readInbox } from '#core/inbound/webhook-events.ts'
import { clearDemo } from './automation/demo/clear-demo.ts'
import { seedDemo } from './automation/demo/seed-demo.ts'
import { rewritePrd } from './automation/drafts/rewrite-prd.ts'
import { writePrd } from './automation/drafts/write-prd.ts'
import { writeQueuedPrds } from './automation/drafts/write-queued-prds.ts'
import { createInvoice } from './business/invoices/create-invoice.ts'
import { downloadInvoice } from './business/invoices/download-invoice.ts'
import { downloadPayable } from './business/invoices/download-payable.ts'
import { listInvoices } from './business/invoices/list-invoices.ts'
import { mailInvoice } from './business/invoices/mail-invoice.ts'
import { priceInvoice } from './business/invoices/price-invoice.ts'
import { removeInvoice } from './business/invoices/remove-invoice.ts'
import { sendInvoice } from './business/invoices/send-invoice.ts'
import { sendReceipt } from './business/invoices/send-receipt.ts'
import { showInvoice } from './business/invoices/show-invoice.ts'
import { showLetters } from './business/invoices/show-letters.ts'
import { showPayable } from './business/invoices/show-payable.ts'
import { updateInvoice } from './business/invoices/update-invoice.ts'
import { voidInvoice } from './business/invoices/void-invoice.ts'
import { closeAccount } from './business/payments/close-account.ts'
import { closeCheckouts } from './business/payments/close-checkouts.ts'
import { createPayment } from './business/payments/create-payment.ts'
import { lookAtCheckout } from './business/payments/look-at-checkout.ts'
import { lookAtPaymentNews } from './business/payments/look-at-payment-news.ts'
import { payInvoice } from './business/payments/pay-invoice.ts'
import { pollCheckouts } from './business/payments/poll-checkouts.ts'
import { razorpayWebhook } from './business/payments/razorpay-webhook.ts'
import { reconcile } from './business/payments/reconcile.ts'
import { reconcileAccount } from './business/payments/reconcile-account.ts'
import { reconcileAccounts } from './business/payments/reconcile-accounts.ts'
import { resolveDifference } from './business/payments/resolve-difference.ts'
import { showReconciliation } from './business/payments/show-reconciliation.ts'
import { stripeWebhook } from './business/payments/stripe-webhook.ts'
import { verifyPayment } from './business/payments/verify-payment.ts'
import { connectProvider } from './connections/connections/connect-provider.ts'
import { connectSandboxAction } from './connections/connections/connect-sandbox.ts'
import { integrationCallback } from './connections/connections/integration-callback.ts'
import { integrationConnections } from './connections/connections/integration-connections.ts'
import { integrationDisconnect } from './connections/connections/integration-disconnect.ts'
import { integrationInitOAuth } from './connections/connections/integration-init-oauth.ts'
import { integrationRefresh } from './connections/connections/integration-refresh.ts'
import { integrationTest } from './connections/connections/integration-test.ts'
import { listConnections } from './connections/connections/list-connections.ts'
import { listProviderCalls } from './connections/connections/list-provider-calls.ts'
import { pruneProviderCalls } from './connections/connections/prune-provider-calls.ts'
import { registerWebhook } from './connections/connections/register-webhook.ts'
import { createWebhook } from './connections/webhooks/create-webhook.ts'
import { forgetWebhook } from './connections/webhooks/forget-webhook.ts'
import { listWebhookDeliveries } from './connections/webhooks/list-webhook-deliveries.ts'
import { listWebhooks } from './connections/webhooks/list-webhooks.ts'
import { pruneWebhookDeliveries } from './connections/webhooks/prune-webhook-deliveries.ts'
import { recoverWebhook } from './connections/webhooks/recover-webhook.ts'
import { removeWebhook } from './connections/webhooks/remove-webhook.ts'
import { replayWebhookDelivery } from './connections/webhooks/replay-webhook-delivery.ts'
import { rollWebhookSecret } from './connections/webhooks/roll-webhook-secret.ts'
import { showWebhookDeliveryAction } from './connections/webhooks/show-webhook-delivery.ts'
import { testWebhook } from './connections/webhooks/test-webhook.ts'
import { updateWebhook } from './connections/webhooks/update-webhook.ts'
import { downloadAttachment } from './conversations/inbox/download-attachment.ts'
import { fetchAdminChats } from './conversations/inbox/fetch-admin-chats.ts'
import { fetchChatHistory } from './conversations/inbox/fetch-chat-history.ts'
import { linkWhatsappContact } from './conversations/inbox/link-whatsapp-contact.ts'
import { listCannedReplies } from './conversations/inbox/list-canned-replies.ts'
import { markChatRead } from './conversations/inbox/mark-chat-read.ts'
import { reactChat } from './conversations/inbox/react-chat.ts'
import { removeCannedReply } from './conversations/inbox/remove-canned-reply.ts'
import { replyChat } from './conversations/inbox/reply-chat.ts'
import { resendMessage } from './conversations/inbox/resend-message.ts'
import { saveCannedReply } from './conversations/inbox/save-canned-reply.ts'
import { updateChatSession } from './conversations/inbox/update-chat-session.ts'
import { getVoiceToken } from './conversations/voice/get-voice-token.ts'
import { listCalls } from './conversations/voice/list-calls.ts'
import { lookAtCall } from './conversations/voice/look-at-call.ts'
import { pollCalls } from './conversations/voice/poll-calls.ts'
import { showCalling } from './conversations/voice/show-calling.ts'
import { voiceWebhook } from './conversations/voice/voice-webhook.ts'
import { createChatWidget } from './conversations/web-chat/create-chat-widget.ts'
import { identifyWebVisitor } from './conversations/web-chat/identify-web-visitor.ts'
import { listChatWidgets } from './conversations/web-chat/list-chat-widgets.ts'
import { logWebChat } from './conversations/web-chat/log-web-chat.ts'
import { readWebChat } from './conversations/web-chat/read-web-chat.ts'
import { removeChatWidget } from './conversations/web-chat/remove-chat-widget.ts'
import { startWebChat } from './conversations/web-chat/start-web-chat.ts'
import { updateChatWidget } from './conversations/web-chat/update-chat-widget.ts'
import { fetchMedia } from './conversations/whatsapp/fetch-media.ts'
import { listUnconnectedNumbers } from './conversations/whatsapp/list-unconnected-numbers.ts'
import { listWhatsAppTemplates } from './conversations/whatsapp/list-whatsapp-templates.ts'
import { readEveryTemplate } from './conversations/whatsapp/read-all-templates.ts'
import { readTemplates } from './conversations/whatsapp/read-templates.ts'
import { readUnconnected } from './conversations/whatsapp/read-unconnected.ts'
import { sendMessage } from './conversations/whatsapp/send-message.ts'
import { sendWhatsApp } from './conversations/whatsapp/send-whatsapp.ts'
import { settleSends } from './conversations/whatsapp/settle-sends.ts'
import { syncWhatsAppTemplates } from './conversations/whatsapp/sync-whatsapp-templates.ts'
import { whatsappWebhook } from './conversations/whatsapp/whatsapp-webhook.ts'
import { acceptFact } from './crm/companies/accept-fact.ts'
import { createCompany } from './crm/companies/create-company.ts'
import { dismissFact } from './crm/companies/dismiss-fact.ts'
import { enrichOrganization } from './crm/companies/enrich-organization.ts'
import { enrichProject } from './crm/companies/enrich-project.ts'
import { listCompanies } from './crm/companies/list-companies.ts'
import { setFact } from './crm/companies/set-fact.ts'
import { showCompany } from './crm/companies/show-company.ts'
import { updateCompany } from './crm/companies/update-company.ts'
import { decideClaim } from './crm/contacts/decide-claim.ts'
import { indexNumbers } from './crm/contacts/index-numbers.ts'
import { listContacts } from './crm/contacts/list-contacts.ts'
import { listTimeline } from './crm/contacts/list-timeline.ts'
import { mergeContacts } from './crm/contacts/merge-contacts.ts'
import { showContact } from './crm/contacts/show-contact.ts'
import { undoMerge } from './crm/contacts/undo-merge.ts'
import { updateContact } from './crm/contacts/update-contact.ts'
import { addTask } from './crm/deals/add-task.ts'
import { archivePipeline } from './crm/deals/archive-pipeline.ts'
import { assignDeal } from './crm/deals/assign-deal.ts'
import { completeTask } from './crm/deals/complete-task.ts'
import { createDeal } from './crm/deals/create-deal.ts'
import { listDeals } from './crm/deals/list-deals.ts'
import { listPipelines } from './crm/deals/list-pipelines.ts'
import { listStageDeals } from './crm/deals/list-stage-deals.ts'
import { listTasks } from './crm/deals/list-tasks.ts'
import { listTurns } from './crm/deals/list-turns.ts'
import { moveDeal } from './crm/deals/move-deal.ts'
import { prd } from './crm/deals/prd.ts'
import { raiseIdleDeals } from './crm/deals/raise-idle-deals.ts'
import { savePipeline } from './crm/deals/save-pipeline.ts'
import { setAbsence } from './crm/deals/set-absence.ts'
import { showBoard } from './crm/deals/show-board.ts'
import { showDeal } from './crm/deals/show-deal.ts'
import { showResponseTimes } from './crm/deals/show-response-times.ts'
import { updateDeal } from './crm/deals/update-deal.ts'
import { cancelUpload } from './crm/imports/cancel-upload.ts'
import { checkUpload } from './crm/imports/check-upload.ts'
import { checkUploadJob } from './crm/imports/check-upload-job.ts'
import { configureUpload } from './crm/imports/configure-upload.ts'
import { createUpload } from './crm/imports/create-upload.ts'
import { downloadRejectedRows } from './crm/imports/download-rejected-rows.ts'
import { importUpload } from './crm/imports/import-upload.ts'
import { listUploadRows } from './crm/imports/list-upload-rows.ts'
import { listUploads } from './crm/imports/list-uploads.ts'
import { mendUploadRow } from './crm/imports/mend-upload-row.ts'
import { removeUpload } from './crm/imports/remove-upload.ts'
import { removeUploadFiles } from './crm/imports/remove-upload-files.ts'
import { resumeUploads } from './crm/imports/resume-uploads.ts'
import { showUpload } from './crm/imports/show-upload.ts'
import { startUpload } from './crm/imports/start-upload.ts'
import { undoUpload } from './crm/imports/undo-upload.ts'
import { undoUploadJob } from './crm/imports/undo-upload-job.ts'
import { createLead } from './crm/leads/create-lead.ts'
import { exportLeads } from './crm/leads/export-leads.ts'
import { listLeads } from './crm/leads/list-leads.ts'
import { listSources } from './crm/leads/list-sources.ts'
import { showLead } from './crm/leads/show-lead.ts'
import { listDeliveries } from './crm/request-log/list-deliveries.ts'
import { pruneDeliveries } from './crm/request-log/prune-deliveries.ts'
import { replayDelivery } from './crm/request-log/replay-delivery.ts'
import { showDeliveryAction } from './crm/request-log/show-delivery.ts'
import { createKey } from './platform/api-keys/create-key.ts'
import { listKeys } from './platform/api-keys/list-keys.ts'
import { revokeKey } from './platform/api-keys/revoke-key.ts'
import { rollKey } from './platform/api-keys/roll-key.ts'
import { showKeyAction } from './platform/api-keys/show-key.ts'
import { updateKey } from './platform/api-keys/update-key.ts'
import { exportAudit } from './platform/audit/export-audit.ts'
import { listAudit } from './platform/audit/list-audit.ts'
import { dropBackgroundWork } from './platform/background-jobs/drop-background-work.ts'
import { listBackgroundWork } from './platform/background-jobs/list-background-work.ts'
import { listHeldWork } from './platform/background-jobs/list-held-work.ts'
import { releaseHeldWork } from './platform/background-jobs/release-held-work.ts'
import { replayBackgroundWork } from './platform/background-jobs/replay-background-work.ts'
import { showBackgroundWork } from './platform/background-jobs/show-background-work.ts'
import { tellDeadWork } from './platform/background-jobs/tell-dead-work.ts'
import { tellUnreadable } from './platform/background-jobs/work-notices.ts'
import { listMails } from './platform/mail-out/list-mails.ts'
import { pruneMails } from './platform/mail-out/prune-mails.ts'
import { retryMail } from './platform/mail-out/retry-mail.ts'
import { sendDueMails } from './platform/mail-out/send-due-mails.ts'
import { sendMail } from './platform/mail-out/send-mail.ts'
import { showMail } from './platform/mail-out/show-mail.ts'
import { showMailSetup } from './platform/mail-out/show-mail-setup.ts'
import { acceptInvite } from './platform/members/accept-invite.ts'
import { changeRole } from './platform/members/change-role.ts'
import { createUser } from './platform/members/create-user.ts'
import { inviteStaff } from './platform/members/invite-staff.ts'
import { listInvitations } from './platform/members/list-invitations.ts'
import { listMembers } from './platform/members/list-members.ts'
import { removeMember } from './platform/members/remove-member.ts'
import { resendInvitation } from './platform/members/resend-invitation.ts'
import { sendWelcome } from './platform/members/send-welcome.ts'
import { validateInvite } from './platform/members/validate-invite.ts'
import { withdrawInvitation } from './platform/members/withdraw-invitation.ts'
import { listNotices } from './platform/notifications/list-notices.ts'
import { markNoticesRead } from './platform/notifications/mark-notices-read.ts'
import { setUpWorkspace } from './platform/organizations/set-up-workspace.ts'
import { showWorkspace } from './platform/organizations/show-workspace.ts'
import { updateWorkspace } from './platform/organizations/update-workspace.ts'
import { pruneDirectory } from './platform/retention/prune-directory.ts'
import { addPasskey } from './platform/sign-in/add-passkey.ts'
import { askPasswordReset } from './platform/sign-in/ask-password-reset.ts'
import { changePassword } from './platform/sign-in/change-password.ts'
import { checkLink } from './platform/sign-in/check-link.ts'
import { confirmSignIn } from './platform/sign-in/confirm-sign-in.ts'
import { confirmTotp } from './platform/sign-in/confirm-totp.ts'
import { endOtherSessions } from './platform/sign-in/end-other-sessions.ts'
import { endSession } from './platform/sign-in/end-session.ts'
import { getToken } from './platform/sign-in/get-token.ts'
import { listSessions } from './platform/sign-in/list-sessions.ts'
import { passkeySignIn } from './platform/sign-in/passkey-sign-in.ts'
import { removePasskey } from './platform/sign-in/remove-passkey.ts'
import { removeTotp } from './platform/sign-in/remove-totp.ts'
import { renewRecoveryCodes } from './platform/sign-in/renew-recovery-codes.ts'
import { rotateSigningKeys } from './platform/sign-in/rotate-signing-keys.ts'
import { sendResetLink } from './platform/sign-in/send-reset-link.ts'
import { setPassword } from './platform/sign-in/set-password.ts'
import { showProfile } from './platform/sign-in/show-profile.ts'
import { signIn } from './platform/sign-in/sign-in.ts'
import { signOut } from './platform/sign-in/sign-out.ts'
import { startPasskey } from './platform/sign-in/start-passkey.ts'
import { startPasskeySignIn } from './platform/sign-in/start-passkey-sign-in.ts'
import { startTotp } from './platform/sign-in/start-totp.ts'
import { switchOrganization } from './platform/sign-in/switch-organization.ts'
import { updateProfile } from './platform/sign-in/update-profile.ts'

/** The whole product on one page, under headings, in the order a reader meets it. */
export const groups = {
  'Leads come in': [createLead, listLeads, showLead, listSources, exportLeads],
  'Files of leads': [
    createUpload,
    listUploads,
    showUpload,
    configureUpload,
    checkUpload,
    startUpload,
    cancelUpload,
    undoUpload,
    removeUpload,
    listUploadRows,
    mendUploadRow,
    downloadRejectedRows,
  ],
  'The people behind them': [listContacts, showContact, updateContact, mergeContacts, undoMerge, decideClaim, listTimeline],
  'Replies kept ready': [listCannedReplies, saveCannedReply, removeCannedReply],
  Conversations: [
    fetchAdminChats,
    fetchChatHistory,
    replyChat,
    reactChat,
    resendMessage,
    sendWhatsApp,
    updateChatSession,
    linkWhatsappContact,
    markChatRead,
    downloadAttachment,
    listUnconnectedNumbers,
    listWhatsAppTemplates,
    syncWhatsAppTemplates,
  ],
  Deals: [
    prd,
    showBoard,
    listDeals,
    listStageDeals,
    showDeal,
    createDeal,
    updateDeal,
    moveDeal,
    assignDeal,
    listPipelines,
    savePipeline,
    archivePipeline,
  ],
  'What is next, and whose turn it is': [listTasks, addTask, completeTask, listTurns, setAbsence, showResponseTimes],
  Invoices: [
    listInvoices,
    showInvoice,
    createInvoice,
    priceInvoice,
    showLetters,
    updateInvoice,
    removeInvoice,
    sendInvoice,
    voidInvoice,
    downloadInvoice,
    showPayable,
    downloadPayable,
  ],
  'The chat on a website': [
    logWebChat,
    startWebChat,
    readWebChat,
    identifyWebVisitor,
    listChatWidgets,
    createChatWidget,
    updateChatWidget,
    removeChatWidget,
  ],
  'Companies, and what is known of them': [
    listCompanies,
    showCompany,
    createCompany,
    updateCompany,
    enrichProject,
    enrichOrganization,
    setFact,
    acceptFact,
    dismissFact,
    rewritePrd,
  ],
  'Keys, and what came with them': [
    listKeys,
    showKeyAction,
    createKey,
    updateKey,
    rollKey,
    revokeKey,
    listDeliveries,
    showDeliveryAction,
    replayDelivery,
  ],
  'Coming in': [
    setUpWorkspace,
    signIn,
    confirmSignIn,
    startPasskeySignIn,
    passkeySignIn,
    askPasswordReset,
    checkLink,
    setPassword,
    getToken,
    switchOrganization,
    signOut,
  ],
  'The workspace and who belongs to it': [
    showWorkspace,
    updateWorkspace,
    listMembers,
    createUser,
    sendWelcome,
    changeRole,
    removeMember,
    inviteStaff,
    listInvitations,
    resendInvitation,
    withdrawInvitation,
    validateInvite,
    acceptInvite,
  ],
  "One's own account": [
    showProfile,
    updateProfile,
    changePassword,
    listSessions,
    endSession,
    endOtherSessions,
    startTotp,
    confirmTotp,
    removeTotp,
    renewRecoveryCodes,
    startPasskey,
    addPasskey,
    removePasskey,
  ],
  'The mail we send': [listMails, showMail, retryMail, showMailSetup],
  'Work in the background': [
    listBackgroundWork,
    showBackgroundWork,
    replayBackgroundWork,
    dropBackgroundWork,
    listHeldWork,
    releaseHeldWork,
  ],
  'What happened, and what to look at': [listAudit, exportAudit, listNotices, markNoticesRead],
  'Other programs are told': [
    listWebhooks,
    createWebhook,
    updateWebhook,
    removeWebhook,
    rollWebhookSecret,
    testWebhook,
    listWebhookDeliveries,
    showWebhookDeliveryAction,
    replayWebhookDelivery,
    recoverWebhook,
  ],
  'Money comes in': [createPayment, payInvoice, verifyPayment, showReconciliation, reconcile, resolveDifference],
  'Accounts at other services': [
    listConnections,
    connectProvider,
    connectSandboxAction,
    integrationConnections,
    integrationTest,
    integrationDisconnect,
    listProviderCalls,
    integrationInitOAuth,
    integrationCallback,
    integrationRefresh,
  ],
  Calls: [listCalls, getVoiceToken, showCalling],
  'Something to look at': [seedDemo, clearDemo],
} as const

export const catalogue = Object.values(groups).flat()

/** What providers tell us. */
export const hooks: readonly AnyHook[] = [stripeWebhook, razorpayWebhook, whatsappWebhook, voiceWebhook]

/** What the product does by itself. */
export const jobs = [
  rotateSigningKeys,
  sendMail,
  sendDueMails,
  pruneMails,
  sendResetLink,
  mailInvoice,
  sendReceipt,
  forgetWebhook,
  pruneWebhookDeliveries,
  registerWebhook,
  pruneProviderCalls,
  pruneDeliveries,
  indexNumbers,
  pruneDirectory,
  checkUploadJob,
  importUpload,
  undoUploadJob,
  resumeUploads,
  removeUploadFiles,
  sendMessage,
  settleSends,
  fetchMedia,
  readTemplates,
  readUnconnected,
  readEveryTemplate,
  lookAtCheckout,
  lookAtPaymentNews,
  pollCheckouts,
  closeCheckouts,
  closeAccount,
  reconcileAccount,
  reconcileAccounts,
  writePrd,
  writeQueuedPrds,
  lookAtCall,
  pollCalls,
  raiseIdleDeals,
  tellDeadWork,
  readInbox(hooks, tellUnreadable),
] as const
