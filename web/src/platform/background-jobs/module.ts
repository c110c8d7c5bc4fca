import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconProgressCheck } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { textIn } from '#web/ui/route-params.ts'

const strings = messages('platform/background-jobs/module', {
  background: 'Background jobs',
  backgroundLead: 'Jobs that are queued, retrying or failed.',
})

const background = createRoute({
  getParentRoute: () => staff,
  path: '/settings/background',
  validateSearch: (search: Record<string, unknown>): { work?: string } => textIn('work', search.work),
  component: lazyRouteComponent(() => import('./background-page.tsx'), 'BackgroundPage'),
})

export const routes = [background]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/background',
      at: 'system',
      name: strings.background,
      about: strings.backgroundLead,
      Icon: IconProgressCheck,
      least: 'admin',
      key: 'j',
    },
  ],
  live: {
    'list-background-work': ['background.changed'],
    'show-background-work': ['background.changed'],
    'list-held-work': ['background.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
