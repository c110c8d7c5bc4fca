import { notices } from '#core/declared.ts'

export const noteNotices = notices({
  mentioned_in_note: { about: 'A teammate mentioned you in a note of a contact, company, lead or deal.', least: 'member' },
})
