import { messages } from '#web/i18n/strings.ts'

/** What a record's own row of tags says: a page of records has no need of the rest. */
export const strings = messages('crm/tags/record-strings', {
  title: 'Tags',
  editTags: 'Edit tags',
  addTag: 'Add tag',
  picker: 'Tags of this record',
})
