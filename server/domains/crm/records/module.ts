import { module } from '#core/module.ts'

/** What contacts, companies, leads and deals have in common. */
export const recordsModule = module({
  title: 'Records',
  owns: [],
})
