import { module } from '#core/module.ts'

/** Lists of records: filters, sorts and saved views. */
export const listsModule = module({
  title: 'Lists',
  owns: [],
})
