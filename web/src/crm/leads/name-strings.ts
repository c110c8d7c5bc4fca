import { messages } from '#web/i18n/strings.ts'

/** What a lead or a contact is called that has neither a name nor an address. */
export const strings = messages('crm/leads/name-strings', { unnamed: 'Unknown contact' })
