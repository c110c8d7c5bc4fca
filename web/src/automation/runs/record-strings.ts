import { messages } from '#web/i18n/strings.ts'

/** Apart from the others: it is on the first view of records. */
export const label = messages('automation/runs/record-strings', { workflows: 'Workflows' })
