import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconTrash } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { Change, WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { textIn } from '#web/ui/route-params.ts'

const strings = messages('desk/bin/module', {
  bin: 'Bin',
  binAbout: 'Deleted records.',
})

const bin = createRoute({
  getParentRoute: () => staff,
  path: '/settings/bin',
  validateSearch: ({ kind, search }: Record<string, unknown>) => ({ ...textIn('kind', kind), ...textIn('search', search) }),
  component: lazyRouteComponent(() => import('./bin-page.tsx'), 'BinPage'),
})

export const routes = [bin]

const moved: readonly Change[] = ['record.deleted', 'record.restored', 'record.removed']

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/bin',
      at: 'business',
      name: strings.bin,
      about: strings.binAbout,
      Icon: IconTrash,
      least: 'member',
      key: 'B',
    },
  ],
  live: {
    'show-contact': moved,
    'show-company': moved,
    'show-lead': moved,
    'show-deal': moved,
    'show-board': moved,
    'list-tasks': moved,
  },
  sentences: () => import('./sentences.ts'),
}
