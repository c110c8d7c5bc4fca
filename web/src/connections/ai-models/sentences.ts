import { onDate } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('connections/ai-models/sentences#audit', {
  'correct-ai-call': { done: 'corrected what an AI call cost', tried: 'tried to correct what an AI call cost' },
  'save-ai-model': { done: 'changed an AI model', tried: 'tried to change an AI model' },
  'set-ai-budget': { done: 'set an AI budget', tried: 'tried to set an AI budget' },
  'set-ai-defaults': { done: 'changed which AI model is asked', tried: 'tried to change which AI model is asked' },
})

const strings = messages('connections/ai-models/sentences', {
  ledgerDiffers: 'AI usage does not add up',
  ledgerDiffersText:
    'What pages show of AI usage or a budget is not the sum of the ledger. Tell the operator: the log has both figures.',
  ends: (model: string, day: string) => `The model ${model} ends on ${day}`,
  endsText: (successor: string) =>
    successor === ''
      ? 'Choose another default model in Settings → AI, or ask your operator.'
      : `Choose ${successor} as the default model in Settings → AI, or ask your operator.`,
})

export const notices: NoticeSentences = {
  ai_model_ends: ({ facts }) => ({
    title: strings.ends(text(facts.model), onDate(text(facts.ends_on))),
    text: strings.endsText(text(facts.successor)),
    tone: 'warn',
    link: { to: '/settings/ai' },
  }),
  ai_ledger_differs: () => ({
    title: strings.ledgerDiffers,
    text: strings.ledgerDiffersText,
    tone: 'bad',
    link: { to: '/settings/ai' },
  }),
}
