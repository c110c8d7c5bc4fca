import { module } from '#core/module.ts'

/** One change of many records, with progress, cancel and undo. */
export const bulkChangesModule = module({
  title: 'Bulk changes',
  owns: [],
})
