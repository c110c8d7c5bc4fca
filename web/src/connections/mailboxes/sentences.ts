import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('connections/mailboxes/sentences#audit', {
  'change-calendar-feed': { done: 'changed their calendar feed', tried: 'tried to change their calendar feed' },
  'connect-mailbox': { done: 'began to connect a mailbox', tried: 'tried to connect a mailbox' },
  'create-meet-event': { done: 'created a video room', tried: 'tried to create a video room' },
  'disconnect-mailbox': { done: 'disconnected a mailbox', tried: 'tried to disconnect a mailbox' },
  'refresh-account-calendars': {
    done: 'looked for calendars of an account',
    tried: 'tried to look for calendars of an account',
  },
  'sync-mailbox': { done: 'had a mailbox read again', tried: 'tried to have a mailbox read again' },
  'update-calendar': { done: 'changed which calendars are read', tried: 'tried to change which calendars are read' },
  'update-mailbox': { done: 'changed the sharing of a mailbox', tried: 'tried to change the sharing of a mailbox' },
})

const strings = messages('connections/mailboxes/sentences', {
  gone: 'Your meetings are in no calendar',
  goneSays: (name: string) =>
    `The calendar ${name} is gone at its provider, and got your meetings. Choose another one; until then new meetings are written into none.`,
  ended: 'A team mailbox is no longer read',
  endedSays: (email: string) =>
    `${email} was connected by a member who has left. Its conversations are kept. Any member who can sign in to it can connect it again.`,
})

export const notices: NoticeSentences = {
  calendar_gone: ({ facts }) => ({
    title: strings.gone,
    text: strings.goneSays(text(facts.name)),
    tone: 'bad',
    link: { to: '/settings/mailboxes' },
  }),
  team_mailbox_ended: ({ facts }) => ({
    title: strings.ended,
    text: strings.endedSays(text(facts.email)),
    tone: 'bad',
    link: { to: '/settings/mailboxes' },
  }),
}
