import { module } from '#core/module.ts'
import { binEvents } from './events.ts'

/** What was deleted, for the days in which it can be restored. */
export const binModule = module({
  title: 'Bin',
  events: [binEvents],
  owns: [],
})
