import { module } from '#core/module.ts'

/** The page that a day begins with. */
export const homeModule = module({
  title: 'Home',
  owns: [],
})
