import { module } from '#core/module.ts'

/** What members write down about a record. */
export const notesModule = module({
  title: 'Notes',
  owns: ['notes'],
})
