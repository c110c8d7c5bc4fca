import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { attachEmailFiles } from './attach-email-files.ts'
import { cancelEmail } from './cancel-email.ts'
import { createEmailFile } from './create-email-file.ts'
import { downloadEmailFile } from './download-email-file.ts'
import { downloadEmailPicture } from './download-email-picture.ts'
import { draftRetention } from './email-drafts.ts'
import { emailFileRoutes } from './email-file-routes.ts'
import { countLeavingMail, enterMail, leaveMail, showWatch } from './enter-mail.ts'
import { emailErrors } from './errors.ts'
import { emailEvents } from './events.ts'
import { fetchEmailDetail } from './fetch-email-detail.ts'
import { fetchInbox } from './fetch-inbox.ts'
import { fileMailboxAgain } from './file-again.ts'
import { fileEarlierMail } from './file-earlier-mail.ts'
import { fileColleaguesMails, fileSharedMails } from './file-shared-mails.ts'
import { keepSentCopy } from './keep-sent-copy.ts'
import { listEmailDrafts } from './list-email-drafts.ts'
import { listMailFolders } from './list-mail-folders.ts'
import { mailboxChanged } from './mailbox-changed.ts'
import { markEmailRead } from './mark-email-read.ts'
import { markMail } from './mark-mail.ts'
import { emailNotices } from './notices.ts'
import { pixelRoutes } from './pixel.ts'
import { pollMailboxes } from './poll-mailboxes.ts'
import { readMailbox } from './read-mailbox.ts'
import { readOlderMail } from './read-older-mail.ts'
import { removeEmailDraft } from './remove-email-draft.ts'
import { removeEmailFile } from './remove-email-file.ts'
import { resendEmail } from './resend-email.ts'
import { saveEmailDraft } from './save-email-draft.ts'
import { sendEmail } from './send-email.ts'
import { sendMailboxMail } from './send-mailbox-mail.ts'
import { settleDeadMails } from './settle-dead-mails.ts'
import { shareThread } from './share-thread.ts'
import { showEmail } from './show-email.ts'
import { showEmailDraft } from './show-email-draft.ts'
import { showEmailFile } from './show-email-file.ts'
import { mailInThreads } from './shown-mails.ts'
import { sweepMailFiles } from './sweep-mail-files.ts'
import { updatePictureSender } from './update-picture-sender.ts'
import { watchMailbox } from './watch-mailbox.ts'
import { watchMailboxes } from './watch-mailboxes.ts'

/** Copies of members' mailboxes, mail as a channel of conversations, and mail that members write. */
export const mailModule = module({
  title: 'Mail',
  actions: [
    sendEmail,
    fetchInbox,
    fetchEmailDetail,
    markEmailRead,
    showEmail,
    cancelEmail,
    resendEmail,
    listMailFolders,
    downloadEmailFile,
    createEmailFile,
    showEmailFile,
    removeEmailFile,
    attachEmailFiles,
    saveEmailDraft,
    listEmailDrafts,
    showEmailDraft,
    removeEmailDraft,
    downloadEmailPicture,
    updatePictureSender,
    readOlderMail,
    shareThread,
  ],
  jobs: [
    readMailbox,
    pollMailboxes,
    watchMailbox,
    watchMailboxes,
    sendMailboxMail,
    keepSentCopy,
    markMail,
    fileMailboxAgain,
    sweepMailFiles,
  ],
  inbound: [mailboxChanged],
  routes: [pixelRoutes, emailFileRoutes],
  reactions: [fileEarlierMail],
  errors: emailErrors,
  notices: emailNotices,
  events: [emailEvents],
  scopes: {
    'emails:write': 'Send emails from the mailboxes of the team',
  },
  within: [
    enterMail,
    showWatch,
    countLeavingMail,
    leaveMail,
    fileSharedMails,
    fileColleaguesMails,
    mailInThreads,
    settleDeadMails,
  ],
  held: [
    held({ name: 'mails of mailboxes', kind: 'mails', jobs: [sendMailboxMail] }),
    held({ name: 'mailboxes at their providers', kind: 'syncs', jobs: [readMailbox, watchMailbox, markMail, keepSentCopy] }),
  ],
  retention: [draftRetention],
  owns: [
    'mail_drafts',
    'mail_files',
    'mail_loads',
    'mail_picture_senders',
    'mailbox_bodies',
    'mailbox_entries',
    'mailbox_folders',
    'mailbox_mails',
    'mailbox_places',
    'mailbox_readings',
    'mailbox_thread_shares',
  ],
})
