import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBell, IconBellCheck } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('platform/notifications/module', {
  notices: 'Notifications',
  noticesAbout: 'Things that need attention.',
  settings: 'Notifications',
  settingsAbout: 'What you hear of in the app, by email and in your browser, and when.',
})

const notices = createRoute({
  getParentRoute: () => staff,
  path: '/notices',
  component: lazyRouteComponent(() => import('./notices-page.tsx'), 'NoticesPage'),
})

const settings = createRoute({
  getParentRoute: () => staff,
  path: '/settings/notifications',
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})

export const routes = [notices, settings]

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
    {
      to: '/settings/notifications',
      at: 'you',
      name: strings.settings,
      about: strings.settingsAbout,
      Icon: IconBellCheck,
      least: 'member',
      key: '@',
    },
  ],
  live: {
    'list-notices': ['notice.raised', 'conversation.read'],
    'show-notification-settings': ['member.changed', 'workspace.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
