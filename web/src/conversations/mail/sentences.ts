import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('conversations/mail/sentences', {
  'attach-email-files': { done: 'took the files of an email along', tried: 'tried to take the files of an email along' },
  'cancel-email': { done: 'took back an email', tried: 'tried to take back an email' },
  'create-email-file': { done: 'added a file to an email', tried: 'tried to add a file to an email' },
  'mark-email-read': { done: 'marked an email', tried: 'tried to mark an email' },
  'share-thread': {
    done: 'chose what colleagues see of mails with a contact',
    tried: 'tried to choose what colleagues see of mails with a contact',
  },
  'read-older-mail': { done: 'had older mail of a mailbox read', tried: 'tried to have older mail of a mailbox read' },
  'remove-email-draft': { done: 'discarded a draft of an email', tried: 'tried to discard a draft of an email' },
  'remove-email-file': { done: 'removed a file from an email', tried: 'tried to remove a file from an email' },
  'resend-email': { done: 'sent an email again', tried: 'tried to send an email again' },
  'send-email': { done: 'sent an email', tried: 'tried to send an email' },
  'update-picture-sender': {
    done: 'chose whether a sender’s pictures are shown',
    tried: 'tried to choose whether a sender’s pictures are shown',
  },
})
