import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('platform/mail-out/sentences#audit', {
  'retry-mail': { done: 'retried an email', tried: 'tried to retry an email' },
})

const strings = messages('platform/mail-out/sentences', {
  mailFailed: (to: string) => `An email to ${to} could not be delivered`,
})

export const notices: NoticeSentences = {
  mail_failed: ({ facts, subject_id: mailId }) => ({
    title: strings.mailFailed(text(facts.to)),
    text: text(facts.reason),
    tone: 'bad',
    link: { to: '/settings/outbox', search: { mail: mailId } },
  }),
}
