import { messages } from '#web/i18n/strings.ts'

export const strings = messages('crm/lead-sources/google-ads/strings', {
  openForm: 'In Google Ads, open Assets, and the lead form that you want to connect.',
  chooseWebhook: 'Under “Export leads from Google Ads”, choose “Other data integration options” → Webhook integration.',
  paste: 'Paste the webhook URL and the key from here, and save the form.',
  test: 'Choose “Send test data”: the test shows below, and makes no lead.',
  url: 'Webhook URL',
  key: 'Key',
  once: 'Google sends each lead once. If one is missing here, download it from Google Ads within 30 days.',
})
