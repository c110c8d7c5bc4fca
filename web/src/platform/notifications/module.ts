import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBell } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages({
  notices: 'Notifications',
  noticesAbout: 'Things that need attention.',
})

const notices = createRoute({
  getParentRoute: () => staff,
  path: '/notices',
  component: lazyRouteComponent(() => import('./notices-page.tsx'), 'NoticesPage'),
})

export const routes = [notices]

export const module: WebModule = {
  navigation: [
    {
      to: '/notices',
      at: 'bell',
      name: strings.notices,
      about: strings.noticesAbout,
      Icon: IconBell,
      least: 'member',
      key: 'n',
    },
  ],
  live: {
    'list-notices': ['notice.raised'],
  },
  sentences: () => import('./sentences.ts'),
}
