import { messages } from '#web/i18n/strings.ts'

/** What the page of a deal says of them. */
export const strings = messages('business/documents/deal-strings', {
  title: 'Documents',
  none: 'No documents yet.',
  send: 'Send document',
  failed: 'The documents could not be loaded',
})
