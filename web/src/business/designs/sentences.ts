import { messages } from '#web/i18n/strings.ts'
import { factText, type NoticeSentences } from '#web/module.ts'
import { strings } from './strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('business/designs/sentences', {
  canva: { done: 'created, exported, linked or unlinked a design', tried: 'tried to work with a design' },
})

export const notices: NoticeSentences = {
  design_job_failed: ({ facts }) => ({
    title: facts.kind === 'export' ? strings.failedExport(factText(facts.title)) : strings.failedFill,
    text: strings.failedText,
    tone: 'bad',
    link: { to: '/designs', search: { show: 'used' } as never },
  }),
}
