import { notices } from '#core/declared.ts'

export const webhookNotices = notices({
  webhook_disabled: { about: 'A webhook was turned off after repeated failures.', least: 'admin', topic: 'connections' },
})
