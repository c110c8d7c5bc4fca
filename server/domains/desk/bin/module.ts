import { module } from '#core/module.ts'

/** What was deleted, for the days in which it can be restored. */
export const binModule = module({
  title: 'Bin',
  owns: [],
})
