import { module } from '#core/module.ts'
import { dismissChecklist } from './dismiss-checklist.ts'
import { recordHomeVisit } from './record-home-visit.ts'
import { showHome } from './show-home.ts'

/** The page that a day begins with. */
export const homeModule = module({
  title: 'Home',
  actions: [showHome, recordHomeVisit, dismissChecklist],
  owns: ['home_visits'],
})
