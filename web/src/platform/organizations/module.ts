import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBuilding } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('platform/organizations/module', {
  workspace: 'Workspace',
  workspaceLead: 'Name, default country for phone numbers, time zone and limits.',
})

const workspace = createRoute({
  getParentRoute: () => staff,
  path: '/settings/workspace',
  component: lazyRouteComponent(() => import('./workspace-page.tsx'), 'WorkspacePage'),
})

export const routes = [workspace]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/workspace',
      at: 'business',
      name: strings.workspace,
      about: strings.workspaceLead,
      Icon: IconBuilding,
      least: 'member',
      key: 'b',
    },
  ],
  live: {
    'show-workspace': ['lead.received', 'workspace.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
