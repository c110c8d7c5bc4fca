import { notices } from '#core/declared.ts'

export const dealNotices = notices({
  deal_idle: { about: 'An open deal has nothing ahead of it: no task, no wait.', least: 'member' },
  deal_unassigned: { about: 'A deal came and nobody could be given it.', least: 'admin' },
  response_late: { about: 'A prospect has waited longer for an answer than was promised.', least: 'member' },
})
