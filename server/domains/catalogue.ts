import type { AnyHook } from '#core/hook.ts'
import { readInbox } from '#core/inbox.ts'
import { acceptInvite } from './accounts/accept-invite.ts'
import { addPasskey } from './accounts/add-passkey.ts'
import { askPasswordReset } from './accounts/ask-password-reset.ts'
import { changePassword } from './accounts/change-password.ts'
import { changeRole } from './accounts/change-role.ts'
import { checkLink } from './accounts/check-link.ts'
import { confirmSignIn } from './accounts/confirm-sign-in.ts'
import { confirmTotp } from './accounts/confirm-totp.ts'
import { createUser } from './accounts/create-user.ts'
import { endOtherSessions } from './accounts/end-other-sessions.ts'
import { endSession } from './accounts/end-session.ts'
import { getToken } from './accounts/get-token.ts'
import { inviteStaff } from './accounts/invite-staff.ts'
import { listInvitations } from './accounts/list-invitations.ts'
import { listSessions } from './accounts/list-sessions.ts'
import { passkeySignIn } from './accounts/passkey-sign-in.ts'
import { removeMember } from './accounts/remove-member.ts'
import { removePasskey } from './accounts/remove-passkey.ts'
import { removeTotp } from './accounts/remove-totp.ts'
import { renewRecoveryCodes } from './accounts/renew-recovery-codes.ts'
import { resendInvitation } from './accounts/resend-invitation.ts'
import { rotateSigningKeys } from './accounts/rotate-signing-keys.ts'
import { sendResetLink } from './accounts/send-reset-link.ts'
import { sendWelcome } from './accounts/send-welcome.ts'
import { setPassword } from './accounts/set-password.ts'
import { setUpWorkspace } from './accounts/set-up-workspace.ts'
import { showProfile } from './accounts/show-profile.ts'
import { signIn } from './accounts/sign-in.ts'
import { signOut } from './accounts/sign-out.ts'
import { startPasskey } from './accounts/start-passkey.ts'
import { startPasskeySignIn } from './accounts/start-passkey-sign-in.ts'
import { startTotp } from './accounts/start-totp.ts'
import { switchOrganization } from './accounts/switch-organization.ts'
import { updateProfile } from './accounts/update-profile.ts'
import { validateInvite } from './accounts/validate-invite.ts'
import { withdrawInvitation } from './accounts/withdraw-invitation.ts'
import { rewritePrd } from './ai/rewrite-prd.ts'
import { writePrd } from './ai/write-prd.ts'
import { writeQueuedPrds } from './ai/write-queued-prds.ts'
import { exportAudit } from './audit/export-audit.ts'
import { listAudit } from './audit/list-audit.ts'
import { dropBackgroundWork } from './background/drop-background-work.ts'
import { listBackgroundWork } from './background/list-background-work.ts'
import { listHeldWork } from './background/list-held-work.ts'
import { releaseHeldWork } from './background/release-held-work.ts'
import { replayBackgroundWork } from './background/replay-background-work.ts'
import { showBackgroundWork } from './background/show-background-work.ts'
import { tellDeadWork } from './background/tell-dead-work.ts'
import { tellUnreadable } from './background/work-notices.ts'
import { downloadAttachment } from './chat/download-attachment.ts'
import { fetchAdminChats } from './chat/fetch-admin-chats.ts'
import { fetchChatHistory } from './chat/fetch-chat-history.ts'
import { linkWhatsappContact } from './chat/link-whatsapp-contact.ts'
import { listCannedReplies } from './chat/list-canned-replies.ts'
import { markChatRead } from './chat/mark-chat-read.ts'
import { reactChat } from './chat/react-chat.ts'
import { removeCannedReply } from './chat/remove-canned-reply.ts'
import { replyChat } from './chat/reply-chat.ts'
import { resendMessage } from './chat/resend-message.ts'
import { saveCannedReply } from './chat/save-canned-reply.ts'
import { updateChatSession } from './chat/update-chat-session.ts'
import { acceptFact } from './companies/accept-fact.ts'
import { createCompany } from './companies/create-company.ts'
import { dismissFact } from './companies/dismiss-fact.ts'
import { enrichOrganization } from './companies/enrich-organization.ts'
import { enrichProject } from './companies/enrich-project.ts'
import { listCompanies } from './companies/list-companies.ts'
import { setFact } from './companies/set-fact.ts'
import { showCompany } from './companies/show-company.ts'
import { updateCompany } from './companies/update-company.ts'
import { connectProvider } from './connections/connect-provider.ts'
import { connectSandboxAction } from './connections/connect-sandbox.ts'
import { integrationCallback } from './connections/integration-callback.ts'
import { integrationConnections } from './connections/integration-connections.ts'
import { integrationDisconnect } from './connections/integration-disconnect.ts'
import { integrationInitOAuth } from './connections/integration-init-oauth.ts'
import { integrationRefresh } from './connections/integration-refresh.ts'
import { integrationTest } from './connections/integration-test.ts'
import { listConnections } from './connections/list-connections.ts'
import { listProviderCalls } from './connections/list-provider-calls.ts'
import { pruneProviderCalls } from './connections/prune-provider-calls.ts'
import { registerWebhook } from './connections/register-webhook.ts'
import { decideClaim } from './contacts/decide-claim.ts'
import { listContacts } from './contacts/list-contacts.ts'
import { listTimeline } from './contacts/list-timeline.ts'
import { mergeContacts } from './contacts/merge-contacts.ts'
import { showContact } from './contacts/show-contact.ts'
import { undoMerge } from './contacts/undo-merge.ts'
import { updateContact } from './contacts/update-contact.ts'
import { addTask } from './deals/add-task.ts'
import { archivePipeline } from './deals/archive-pipeline.ts'
import { assignDeal } from './deals/assign-deal.ts'
import { completeTask } from './deals/complete-task.ts'
import { createDeal } from './deals/create-deal.ts'
import { listDeals } from './deals/list-deals.ts'
import { listPipelines } from './deals/list-pipelines.ts'
import { listStageDeals } from './deals/list-stage-deals.ts'
import { listTasks } from './deals/list-tasks.ts'
import { listTurns } from './deals/list-turns.ts'
import { moveDeal } from './deals/move-deal.ts'
import { prd } from './deals/prd.ts'
import { raiseIdleDeals } from './deals/raise-idle-deals.ts'
import { savePipeline } from './deals/save-pipeline.ts'
import { setAbsence } from './deals/set-absence.ts'
import { showBoard } from './deals/show-board.ts'
import { showDeal } from './deals/show-deal.ts'
import { showResponseTimes } from './deals/show-response-times.ts'
import { updateDeal } from './deals/update-deal.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { replayDelivery } from './deliveries/replay-delivery.ts'
import { showDeliveryAction } from './deliveries/show-delivery.ts'
import { clearDemo } from './demo/clear-demo.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { createInvoice } from './invoices/create-invoice.ts'
import { downloadInvoice } from './invoices/download-invoice.ts'
import { downloadPayable } from './invoices/download-payable.ts'
import { listInvoices } from './invoices/list-invoices.ts'
import { mailInvoice } from './invoices/mail-invoice.ts'
import { priceInvoice } from './invoices/price-invoice.ts'
import { removeInvoice } from './invoices/remove-invoice.ts'
import { sendInvoice } from './invoices/send-invoice.ts'
import { sendReceipt } from './invoices/send-receipt.ts'
import { showInvoice } from './invoices/show-invoice.ts'
import { showLetters } from './invoices/show-letters.ts'
import { showPayable } from './invoices/show-payable.ts'
import { updateInvoice } from './invoices/update-invoice.ts'
import { voidInvoice } from './invoices/void-invoice.ts'
import { createKey } from './keys/create-key.ts'
import { listKeys } from './keys/list-keys.ts'
import { revokeKey } from './keys/revoke-key.ts'
import { rollKey } from './keys/roll-key.ts'
import { showKeyAction } from './keys/show-key.ts'
import { updateKey } from './keys/update-key.ts'
import { createLead } from './leads/create-lead.ts'
import { exportLeads } from './leads/export-leads.ts'
import { listLeads } from './leads/list-leads.ts'
import { listSources } from './leads/list-sources.ts'
import { showLead } from './leads/show-lead.ts'
import { listMails } from './mail/list-mails.ts'
import { retryMail } from './mail/retry-mail.ts'
import { sendDueMails } from './mail/send-due-mails.ts'
import { sendMail } from './mail/send-mail.ts'
import { showMail } from './mail/show-mail.ts'
import { showMailSetup } from './mail/show-mail-setup.ts'
import { fetchMedia } from './messaging/fetch-media.ts'
import { listUnconnectedNumbers } from './messaging/list-unconnected-numbers.ts'
import { listWhatsAppTemplates } from './messaging/list-whatsapp-templates.ts'
import { readEveryTemplate } from './messaging/read-all-templates.ts'
import { readTemplates } from './messaging/read-templates.ts'
import { readUnconnected } from './messaging/read-unconnected.ts'
import { sendMessage } from './messaging/send-message.ts'
import { sendWhatsApp } from './messaging/send-whatsapp.ts'
import { settleSends } from './messaging/settle-sends.ts'
import { syncWhatsAppTemplates } from './messaging/sync-whatsapp-templates.ts'
import { whatsappWebhook } from './messaging/whatsapp-webhook.ts'
import { listNotices } from './notices/list-notices.ts'
import { markNoticesRead } from './notices/mark-notices-read.ts'
import { closeAccount } from './payments/close-account.ts'
import { closeCheckouts } from './payments/close-checkouts.ts'
import { createPayment } from './payments/create-payment.ts'
import { lookAtCheckout } from './payments/look-at-checkout.ts'
import { lookAtPaymentNews } from './payments/look-at-payment-news.ts'
import { payInvoice } from './payments/pay-invoice.ts'
import { pollCheckouts } from './payments/poll-checkouts.ts'
import { razorpayWebhook } from './payments/razorpay-webhook.ts'
import { reconcile } from './payments/reconcile.ts'
import { reconcileAccount } from './payments/reconcile-account.ts'
import { reconcileAccounts } from './payments/reconcile-accounts.ts'
import { resolveDifference } from './payments/resolve-difference.ts'
import { showReconciliation } from './payments/show-reconciliation.ts'
import { stripeWebhook } from './payments/stripe-webhook.ts'
import { verifyPayment } from './payments/verify-payment.ts'
import { indexNumbers } from './upkeep/index-numbers.ts'
import { pruneDeliveries } from './upkeep/prune-deliveries.ts'
import { pruneDirectory } from './upkeep/prune-directory.ts'
import { pruneMails } from './upkeep/prune-mails.ts'
import { cancelUpload } from './uploads/cancel-upload.ts'
import { checkUpload } from './uploads/check-upload.ts'
import { checkUploadJob } from './uploads/check-upload-job.ts'
import { configureUpload } from './uploads/configure-upload.ts'
import { createUpload } from './uploads/create-upload.ts'
import { downloadRejectedRows } from './uploads/download-rejected-rows.ts'
import { importUpload } from './uploads/import-upload.ts'
import { listUploadRows } from './uploads/list-upload-rows.ts'
import { listUploads } from './uploads/list-uploads.ts'
import { mendUploadRow } from './uploads/mend-upload-row.ts'
import { removeUpload } from './uploads/remove-upload.ts'
import { removeUploadFiles } from './uploads/remove-upload-files.ts'
import { resumeUploads } from './uploads/resume-uploads.ts'
import { showUpload } from './uploads/show-upload.ts'
import { startUpload } from './uploads/start-upload.ts'
import { undoUpload } from './uploads/undo-upload.ts'
import { undoUploadJob } from './uploads/undo-upload-job.ts'
import { getVoiceToken } from './voice/get-voice-token.ts'
import { listCalls } from './voice/list-calls.ts'
import { lookAtCall } from './voice/look-at-call.ts'
import { pollCalls } from './voice/poll-calls.ts'
import { showCalling } from './voice/show-calling.ts'
import { voiceWebhook } from './voice/voice-webhook.ts'
import { createChatWidget } from './webchat/create-chat-widget.ts'
import { identifyWebVisitor } from './webchat/identify-web-visitor.ts'
import { listChatWidgets } from './webchat/list-chat-widgets.ts'
import { logWebChat } from './webchat/log-web-chat.ts'
import { readWebChat } from './webchat/read-web-chat.ts'
import { removeChatWidget } from './webchat/remove-chat-widget.ts'
import { startWebChat } from './webchat/start-web-chat.ts'
import { updateChatWidget } from './webchat/update-chat-widget.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { forgetWebhook } from './webhooks/forget-webhook.ts'
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'
import { pruneWebhookDeliveries } from './webhooks/prune-webhook-deliveries.ts'
import { recoverWebhook } from './webhooks/recover-webhook.ts'
import { removeWebhook } from './webhooks/remove-webhook.ts'
import { replayWebhookDelivery } from './webhooks/replay-webhook-delivery.ts'
import { rollWebhookSecret } from './webhooks/roll-webhook-secret.ts'
import { showWebhookDeliveryAction } from './webhooks/show-webhook-delivery.ts'
import { testWebhook } from './webhooks/test-webhook.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'
import { listMembers } from './workspace/list-members.ts'
import { showWorkspace } from './workspace/show-workspace.ts'
import { updateWorkspace } from './workspace/update-workspace.ts'

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
