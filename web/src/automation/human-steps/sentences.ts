import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('automation/human-steps/sentences#audit', {
  'answer-linked-step': {
    done: 'answered a step of a workflow by a link',
    tried: 'tried to answer a step of a workflow by a link',
  },
  'delegate-human-step': {
    done: 'delegated a step of a workflow',
    tried: 'tried to delegate a step of a workflow',
  },
})

const strings = messages('automation/human-steps/sentences', {
  asks: (workflow: string) => `“${workflow}” asks for your answer`,
  waits: (workflow: string) => `“${workflow}” still waits for your answer`,
  about: (heading: string, about: string) => (about === '' ? heading : `${heading} · ${about}`),
})

export const notices: NoticeSentences = {
  human_step_waiting: ({ facts, subject_id: stepId }) => ({
    title: (facts.because === 'reminded' ? strings.waits : strings.asks)(text(facts.workflow)),
    text: strings.about(text(facts.heading), text(facts.about)),
    tone: 'warn',
    link: { to: '/to-do/$stepId', params: { stepId } },
  }),
}
