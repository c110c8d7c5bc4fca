import { module } from '#core/module.ts'
import { payPages } from './pay-page.ts'

export const payPageModule = module({
  title: 'Payment page',
  routes: [payPages],
  owns: [],
})
