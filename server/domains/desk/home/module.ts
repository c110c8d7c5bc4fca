import { module } from '#core/module.ts'
import { clearLeadPromises } from './clear-lead-promises.ts'
import { dismissChecklist } from './dismiss-checklist.ts'
import { homeNotices } from './notices.ts'
import { raiseLeadPromises } from './raise-lead-promises.ts'
import { recordHomeVisit } from './record-home-visit.ts'
import { showHome } from './show-home.ts'

/** The page that a day begins with. */
export const homeModule = module({
  title: 'Home',
  actions: [showHome, recordHomeVisit, dismissChecklist],
  jobs: [raiseLeadPromises],
  reactions: [clearLeadPromises],
  notices: homeNotices,
  owns: ['home_visits', 'told_lead_waits'],
})
