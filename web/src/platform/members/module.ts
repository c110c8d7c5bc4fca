import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconUsers } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('platform/members/module', {
  members: 'Members',
  membersLead: 'Teammates, roles and invitations.',
})

const members = createRoute({
  getParentRoute: () => staff,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
})

export const routes = [members]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/members',
      at: 'team',
      name: strings.members,
      about: strings.membersLead,
      Icon: IconUsers,
      least: 'member',
      key: 'm',
    },
  ],
  live: {
    'list-members': ['member.joined', 'member.changed', 'member.left'],
    'list-invitations': ['member.joined', 'invitation.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
