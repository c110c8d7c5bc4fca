import { module } from '#core/module.ts'

/** Pairs of contacts that may be one person. */
export const duplicatesModule = module({
  title: 'Duplicates',
  owns: [],
})
