import { module } from '#core/module.ts'
import { prd } from './prd.ts'

/** What prospects fill in on a website. */
export const formsModule = module({
  title: 'Deals',
  actions: [prd],
  owns: [],
})
