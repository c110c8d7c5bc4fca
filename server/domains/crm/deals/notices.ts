import { type NoticeFacts, notices } from '#core/declared.ts'

const ownerOf = ({ owner_id }: NoticeFacts): string | null => (typeof owner_id === 'string' ? owner_id : null)

export const dealNotices = notices({
  deal_idle: {
    about: 'An open deal has no next step: no task, nothing to wait for.',
    least: 'member',
    topic: 'workspace',
    line: ({ name }) => `${name} has no next step`,
    page: (dealId) => `/deals/${dealId}`,
  },
  deal_unassigned: {
    about: 'A new deal could not be assigned.',
    least: 'admin',
    topic: 'assignments',
    line: ({ name }) => `${name} could not be assigned`,
    page: (dealId) => `/deals/${dealId}`,
  },
  /** For the owner of the deal, who is notified outside the app too; where there is none, for all. */
  response_due_soon: {
    about: 'A first reply is due soon.',
    least: 'member',
    topic: 'promises',
    line: ({ name }) => `${name} waits for a first reply, which is due soon`,
    page: (dealId) => `/deals/${dealId}`,
    responsible: ownerOf,
  },
  response_late: {
    about: 'A prospect has waited longer than the response target.',
    least: 'member',
    topic: 'promises',
    line: ({ name }) => `${name} has waited longer for a first reply than promised`,
    page: (dealId) => `/deals/${dealId}`,
    responsible: ownerOf,
  },
})
