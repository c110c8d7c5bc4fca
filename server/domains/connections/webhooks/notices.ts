import { notices } from '#core/declared.ts'

export const webhookNotices = notices({
  webhook_disabled: { about: 'A webhook was switched off after it had failed for long.', least: 'admin' },
})
