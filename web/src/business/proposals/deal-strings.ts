import { messages } from '#web/i18n/strings.ts'

/** What the page of a deal says of them. */
export const strings = messages('business/proposals/deal-strings', {
  title: 'Proposals',
  none: 'No proposals yet.',
  create: 'Create proposal',
  failed: 'The proposals could not be loaded',
})
