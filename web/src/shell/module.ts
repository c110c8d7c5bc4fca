import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconSettings } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('shell/module', {
  settings: 'Settings',
  settingsLead: 'Workspace, team, channels and developer settings.',
})

const settings = createRoute({
  getParentRoute: () => staff,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-index.tsx'), 'SettingsIndex'),
})

export const routes = [settings]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings',
      at: 'bar',
      name: strings.settings,
      about: strings.settingsLead,
      Icon: IconSettings,
      least: 'member',
      key: 's',
    },
  ],
}
