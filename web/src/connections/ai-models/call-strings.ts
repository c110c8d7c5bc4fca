import { messages } from '#web/i18n/strings.ts'

export const strings = messages('connections/ai-models/call-strings', {
  causes: {
    unreachable: 'The provider could not be reached',
    timed_out: 'Gave no text in time',
    busy: 'The provider was busy',
    broken: 'The answer was broken',
    malformed: 'The answer did not fit',
    credentials: 'The provider refused the key',
    model_gone: 'The provider has no such model',
    refused: 'The provider refused to answer',
    context_too_long: 'More than the model takes in',
    restarted: 'The server was restarting',
    failed: 'It failed inside Foyer',
  },
  correct: 'Correct',
  correctCall: (name: string) => `Correct the cost: ${name}`,
  cost: 'What it did cost, in US dollars',
  reason: 'Where you know it from',
  reasonMissing: 'Enter a reason.',
  save: 'Save the cost',
  cancel: 'Cancel',
})
