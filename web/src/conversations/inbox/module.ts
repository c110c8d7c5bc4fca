import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconMessage2Code, IconMessages } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'
import { readInboxSearch } from './inbox-search.ts'

const strings = messages('conversations/inbox/module', {
  inbox: 'Inbox',
  inboxAbout: 'Conversations on every channel.',
  cannedReplies: 'Saved replies',
  cannedRepliesLead: 'Replies your team can reuse with a shortcut.',
})

const inbox = createRoute({
  getParentRoute: () => staff,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

const conversation = createRoute({ getParentRoute: () => inbox, path: '$projectId', params: idsIn('projectId') })

const cannedReplies = createRoute({
  getParentRoute: () => staff,
  path: '/settings/canned-replies',
  component: lazyRouteComponent(() => import('./canned-replies-page.tsx'), 'CannedRepliesPage'),
})

export const routes = [inbox.addChildren([conversation]), cannedReplies]

export const module: WebModule = {
  navigation: [
    { to: '/inbox', at: 'main', name: strings.inbox, about: strings.inboxAbout, Icon: IconMessages, least: 'member', key: 'h' },
    {
      to: '/settings/canned-replies',
      at: 'channels',
      name: strings.cannedReplies,
      about: strings.cannedRepliesLead,
      Icon: IconMessage2Code,
      least: 'member',
      key: 'q',
    },
  ],
  live: {
    'unread-chats': ['message.received', 'conversation.changed', 'conversation.read'],
    'show-reply-draft': ['reply_draft.ready'],
    'list-canned-replies': ['canned_reply.changed'],
    // Reading the templates of a number is a change of its connection.
    'list-whatsapp-templates': ['connection.connected', 'connection.disconnected', 'connection.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
