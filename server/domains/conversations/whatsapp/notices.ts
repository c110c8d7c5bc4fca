import { notices } from '#core/declared.ts'

export const whatsappNotices = notices({
  number_unconnected: {
    about: 'Messages arrived for a WhatsApp number that is not connected.',
    least: 'admin',
    topic: 'connections',
    page: () => '/settings/connections',
  },
})
