import { module } from '#core/module.ts'

/** Figures of a period, with the list behind each. */
export const reportsModule = module({
  title: 'Reports',
  owns: [],
})
