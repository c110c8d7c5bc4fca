import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

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

const strings = messages('conversations/mail/sentences#strings', {
  notSent: 'An email was not sent',
  notKnown: 'It is not known whether an email was sent',
  notSentSays: (email: string) => `An email from ${email} did not leave. You can send it again, or change it.`,
  notKnownSays: (email: string) => `No answer came when an email from ${email} was sent. It may have arrived.`,
  ofWorkflow: (workflow: string) => `The workflow “${workflow}” wrote it.`,
})

export const notices: NoticeSentences = {
  email_not_sent: ({ subject_id: mailId, facts }) => {
    const [email, run, workflow] = [text(facts.email), text(facts.run), text(facts.workflow)]
    const isKnown = facts.state !== 'uncertain'
    return {
      title: isKnown ? strings.notSent : strings.notKnown,
      text: [
        (isKnown ? strings.notSentSays : strings.notKnownSays)(email),
        ...(run ? [strings.ofWorkflow(workflow)] : []),
      ].join(' '),
      tone: isKnown ? 'bad' : 'warn',
      link: run
        ? { to: '/workflows/runs/$runId', params: { runId: run } }
        : { to: '/mail/$mailId', params: { mailId }, search: { box: email } },
    }
  },
}
