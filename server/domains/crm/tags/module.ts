import { module } from '#core/module.ts'
import { deleteTag } from './delete-tag.ts'
import { tagErrors } from './errors.ts'
import { recordTagEvents, tagEvents } from './events.ts'
import { listTags } from './list-tags.ts'
import { mergeTags } from './merge-tags.ts'
import { tagMerged } from './moments.ts'
import { attachedTags } from './record-tags.ts'
import { saveTag } from './save-tag.ts'
import { tagRecords } from './tag-records.ts'

/** Labels of a workspace on its records. */
export const tagsModule = module({
  title: 'Tags',
  actions: [listTags, saveTag, tagRecords, mergeTags, deleteTag],
  errors: tagErrors,
  events: [recordTagEvents, tagEvents],
  moments: [tagMerged],
  within: [attachedTags],
  owns: ['tags', 'record_tags'],
})
