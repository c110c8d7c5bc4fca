import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('platform/members/sentences#audit', {
  'change-role': { done: 'changed a member’s role', tried: 'tried to change a member’s role' },
  'create-user': { done: 'added a member', tried: 'tried to add a member' },
  'invite-staff': { done: 'invited a member', tried: 'tried to invite a member' },
  'remove-member': { done: 'removed a member', tried: 'tried to remove a member' },
  'resend-invitation': { done: 'resent an invitation', tried: 'tried to resend an invitation' },
  'send-welcome': { done: 'sent a member a link to set a password', tried: 'tried to send a member a link to set a password' },
  'withdraw-invitation': { done: 'withdrew an invitation', tried: 'tried to withdraw an invitation' },
})

const strings = messages('platform/members/sentences', {
  joined: (name: string) => `${name} joined the workspace`,
  joinedAs: { owner: 'As an owner.', admin: 'As an admin.', member: 'As a member.' },
})

export const notices: NoticeSentences = {
  member_joined: ({ facts }) => ({
    title: strings.joined(text(facts.name)),
    text: (strings.joinedAs as Readonly<Record<string, string>>)[text(facts.role)],
    tone: 'good',
    link: { to: '/settings/members' },
  }),
}
