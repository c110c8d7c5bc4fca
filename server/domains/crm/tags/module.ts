import { module } from '#core/module.ts'

/** Labels of a workspace on its records. */
export const tagsModule = module({
  title: 'Tags',
  owns: ['tags', 'record_tags'],
})
