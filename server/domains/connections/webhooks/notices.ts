import { notices } from '#core/declared.ts'

export const webhookNotices = notices({
  webhook_disabled: {
    about: 'A webhook was turned off after repeated failures.',
    least: 'admin',
    topic: 'connections',
    line: ({ host }) => `The webhook to ${host} was turned off`,
    page: (webhookId) => `/settings/webhooks/${webhookId}`,
    isMailed: true,
  },
})
