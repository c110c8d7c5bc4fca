import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconUserCircle } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('platform/profile/module', {
  profile: 'Profile and security',
  profileLead: 'Name, password, two-factor codes, passkeys and sessions.',
})

const profile = createRoute({
  getParentRoute: () => staff,
  path: '/settings/profile',
  component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
})

export const routes = [profile]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/profile',
      at: 'you',
      name: strings.profile,
      about: strings.profileLead,
      Icon: IconUserCircle,
      least: 'member',
      key: 'p',
    },
  ],
  live: {
    'show-profile': ['workspace.changed', 'member.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
