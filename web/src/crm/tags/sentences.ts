import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/tags/sentences', {
  'save-tag': { done: 'saved a tag', tried: 'tried to save a tag' },
  'merge-tags': { done: 'merged two tags', tried: 'tried to merge two tags' },
  'delete-tag': { done: 'deleted a tag', tried: 'tried to delete a tag' },
  'tag-records': { done: 'changed tags of records', tried: 'tried to change tags of records' },
})
