import { messages } from '#web/i18n/strings.ts'

export const strings = messages('automation/assistant/trouble-strings', {
  usedUp: {
    workspace: {
      day: (limit: string) => `The workspace may spend ${limit} a day on AI, and too little of that is left for this question.`,
      month: (limit: string) =>
        `The workspace may spend ${limit} a month on AI, and too little of that is left for this question.`,
    },
    person: {
      day: (limit: string) => `You may spend ${limit} a day on AI, and too little of that is left for this question.`,
      month: (limit: string) => `You may spend ${limit} a month on AI, and too little of that is left for this question.`,
    },
    feature: {
      day: (limit: string) => `Ask Foyer may spend ${limit} a day, and too little of that is left for this question.`,
      month: (limit: string) => `Ask Foyer may spend ${limit} a month, and too little of that is left for this question.`,
    },
  },
  again: (from: string) => `The budget begins anew on ${from}.`,
  raise: 'Raise it in Settings → AI',
  owners: (names: string) => `It can be raised by ${names}.`,
})
