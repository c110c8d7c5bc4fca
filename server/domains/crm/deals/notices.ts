import { notices } from '#core/declared.ts'

export const dealNotices = notices({
  deal_idle: { about: 'An open deal has no next step: no task, nothing to wait for.', least: 'member' },
  deal_unassigned: { about: 'A new deal could not be assigned.', least: 'admin' },
  response_late: { about: 'A prospect has waited longer than the response target.', least: 'member' },
})
