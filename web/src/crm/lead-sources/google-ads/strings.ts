import { messages } from '#web/i18n/strings.ts'

export const strings = messages({
  steps: 'In Google Ads, open the lead form asset, then Export leads → Webhook, and paste these two.',
  url: 'Webhook URL',
  key: 'Key',
  test: 'Then choose “Send test data” there: the test shows below, and makes no lead.',
})
