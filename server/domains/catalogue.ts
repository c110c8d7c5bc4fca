import type { AnyHook } from '#core/hook.ts'
import { readInbox } from '#core/inbox.ts'
import { checkLink } from './accounts/check-link.ts'
import { getToken } from './accounts/get-token.ts'
import { setPassword } from './accounts/set-password.ts'
import { setUpWorkspace } from './accounts/set-up-workspace.ts'
import { signIn } from './accounts/sign-in.ts'
import { signOut } from './accounts/sign-out.ts'
import { exportAudit } from './audit/export-audit.ts'
import { listAudit } from './audit/list-audit.ts'
import { listContacts } from './contacts/list-contacts.ts'
import { showContact } from './contacts/show-contact.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { replayDelivery } from './deliveries/replay-delivery.ts'
import { showDeliveryAction } from './deliveries/show-delivery.ts'
import { clearDemo } from './demo/clear-demo.ts'
import { seedDemo } from './demo/seed-demo.ts'
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
import { sendDueMails } from './mail/send-due-mails.ts'
import { sendMail } from './mail/send-mail.ts'
import { listNotices } from './notices/list-notices.ts'
import { markNoticesRead } from './notices/mark-notices-read.ts'
import { pruneDeliveries } from './upkeep/prune-deliveries.ts'
import { pruneDirectory } from './upkeep/prune-directory.ts'
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
import { showUpload } from './uploads/show-upload.ts'
import { startUpload } from './uploads/start-upload.ts'
import { undoUpload } from './uploads/undo-upload.ts'
import { undoUploadJob } from './uploads/undo-upload-job.ts'
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
  'The people behind them': [listContacts, showContact],
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
  'The workspace and its accounts': [
    setUpWorkspace,
    checkLink,
    signIn,
    signOut,
    getToken,
    setPassword,
    showWorkspace,
    updateWorkspace,
    listMembers,
  ],
  'What happened, and what to look at': [listAudit, exportAudit, listNotices, markNoticesRead],
  'Something to look at': [seedDemo, clearDemo],
} as const

export const catalogue = Object.values(groups).flat()

/** What providers tell us. */
export const hooks: readonly AnyHook[] = []

/** What the product does by itself. */
export const jobs = [
  sendMail,
  sendDueMails,
  pruneDeliveries,
  pruneDirectory,
  checkUploadJob,
  importUpload,
  undoUploadJob,
  removeUploadFiles,
  readInbox(hooks),
] as const
