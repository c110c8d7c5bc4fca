import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'
import { strings as jobs } from './strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('platform/background-jobs/sentences#audit', {
  'drop-background-work': { done: 'discarded a background job', tried: 'tried to discard a background job' },
  'release-held-work': { done: 'released work held after a restore', tried: 'tried to release work held after a restore' },
  'replay-background-work': { done: 'retried a background job', tried: 'tried to retry a background job' },
})

const strings = messages('platform/background-jobs/sentences', {
  failed: (name: string) => `A background job failed: ${name}`,
  failedText: 'Retry or discard it.',
  held: (n: number) =>
    n === 1 ? 'A backup was restored: 1 outgoing item is held' : `A backup was restored: ${counted(n)} outgoing items are held`,
  heldText: 'They may have been sent before the restore. Review them, then release them.',
})

const jobNames: Readonly<Record<string, string>> = jobs.jobs

export const notices: NoticeSentences = {
  job_failed: ({ facts, subject_id: work }) => ({
    title: strings.failed(jobNames[text(facts.name)] ?? text(facts.name)),
    text: text(facts.reason) || strings.failedText,
    tone: 'bad',
    link: { to: '/settings/background', search: { work } },
  }),
  held_after_restore: ({ facts }) => ({
    title: strings.held(Number(facts.count ?? 0)),
    text: strings.heldText,
    tone: 'warn',
    link: { to: '/settings/background' },
  }),
}
