import { notices } from '#core/declared.ts'

export const inboxNotices = notices({
  mentioned: {
    about: 'A teammate mentioned you in a note.',
    least: 'member',
    topic: 'mentions',
    line: ({ by, name }) => `${by ?? 'A teammate'} mentioned you in a note${name ? ` about ${name}` : ''}`,
    page: (_messageId, { deal_id: dealId }) => `/inbox/${dealId}`,
  },
})
