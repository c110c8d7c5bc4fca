import { module } from '#core/module.ts'

/** Files that are kept with a record. */
export const recordFilesModule = module({
  title: 'Files of records',
  owns: ['record_files'],
})
