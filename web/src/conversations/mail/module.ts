import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconMail } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'
import { readMailSearch } from './mail-search.ts'

const strings = messages('conversations/mail/module', {
  mail: 'Mail',
  mailAbout: 'Your own mailboxes, and those of the team.',
})

const mail = createRoute({
  getParentRoute: () => staff,
  path: '/mail',
  validateSearch: readMailSearch,
  component: lazyRouteComponent(() => import('./mail-page.tsx'), 'MailPage'),
})

const oneMail = createRoute({ getParentRoute: () => mail, path: '$mailId', params: idsIn('mailId') })

export const routes = [mail.addChildren([oneMail])]

export const module: WebModule = {
  navigation: [
    { to: '/mail', at: 'main', name: strings.mail, about: strings.mailAbout, Icon: IconMail, least: 'member', key: '5' },
  ],
  live: {
    'list-mail-folders': ['email.received', 'email.written', 'email.updated', 'email.mailbox_read'],
    'fetch-inbox': ['email.received', 'email.written', 'email.updated'],
    'show-email': ['email.updated'],
    'list-mailboxes': ['email.mailbox_read'],
  },
  sentences: () => import('./sentences.ts'),
}
