import { messages } from '#web/i18n/strings.ts'

/** How it stands with an invoice: apart from all else that is said of invoices, because contacts and leads show it too. */
export const strings = messages('business/invoices/state-strings', {
  pills: {
    draft: 'Draft',
    sent: 'Open',
    overdue: 'Overdue',
    processing: 'Processing',
    paid: 'Paid',
    void: 'Void',
    refunded: 'Refunded',
  },
  wasDue: (when: string) => `Was due ${when}`,
  disputeLost: 'Dispute lost',
  whyLost: (amount: string) => `${amount} lost in a dispute`,
  whyDraft: 'Not sent yet',
  whySent: 'Awaiting payment',
  isDue: (when: string) => `Due ${when}`,
  whyProcessing: 'Paid by the client, not yet confirmed by the bank',
  whyPartlyRefunded: (amount: string) => `${amount} refunded`,
  whyPaid: (day: string) => (day === '' ? '' : `On ${day}`),
  whyRefunded: 'Refunded in full',
  onDate: (date: string) => `on ${date}`,
  draft: 'Draft',
})
