import { counted } from '../words/format.ts'
import { messages } from '../words/messages.ts'

/** What the notifications say. */
export const words = messages({
  title: 'Notifications',
  lead: 'What somebody should look at. Trouble that is over leaves by itself.',
  list: 'Notifications, newest first',
  emptyTitle: 'Nothing to look at',
  emptyText: 'When a mail cannot be delivered, a webhook is switched off or somebody joins, it stands here.',
  loadFailed: 'The notifications could not be loaded',
  markAll: 'Mark all as read',
  markFailed: 'They could not be marked as read',
  unread: 'Unread',
  seeAll: 'See all',
  bell: (n: number) => (n === 0 ? 'Notifications' : `Notifications, ${counted(n)} unread`),

  mailFailed: (to: string) => `A mail to ${to} could not be delivered`,
  connectionFailed: (provider: string) => `The connection to ${provider} needs somebody`,
  webhookDisabled: (host: string) => `The webhook to ${host} was switched off`,
  webhookGone: 'Its receiver wants no more events (410).',
  webhookFailing: 'Nothing could be delivered to it for days. Mend the receiver, switch it on, and recover what it missed.',
  conflict: 'The same external id came with another person',
  conflictText: 'Two tools may be giving out the same ids. The first lead stands.',
  joined: (name: string) => `${name} joined the workspace`,
  joinedAs: { owner: 'As an owner.', admin: 'As an admin.', member: 'As a member.' },
  jobFailed: (name: string) => `Work in the background failed for good: ${name}`,
  jobText: 'Whoever runs this Foyer finds the reason in its log.',
  other: 'Something happened',
})
