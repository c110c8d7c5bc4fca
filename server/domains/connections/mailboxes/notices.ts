import { notices } from '#core/declared.ts'

export const mailboxNotices = notices({
  team_mailbox_ended: {
    about: 'A team mailbox is no longer read: the member who connected it left.',
    least: 'admin',
    topic: 'connections',
    line: () => 'A team mailbox is no longer read',
    page: () => '/settings/mailboxes',
  },
})
