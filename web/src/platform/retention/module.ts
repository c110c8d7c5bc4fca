import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconTrash } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('platform/retention/module', {
  cleanup: 'Cleanup',
  cleanupAbout: 'Remove expired data now.',
})

const cleanup = createRoute({
  getParentRoute: () => staff,
  path: '/settings/cleanup',
  component: lazyRouteComponent(() => import('./cleanup-page.tsx'), 'CleanupPage'),
})

export const routes = [cleanup]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/cleanup',
      at: 'system',
      name: strings.cleanup,
      about: strings.cleanupAbout,
      Icon: IconTrash,
      least: 'owner',
      key: ']',
    },
  ],
  sentences: () => import('./sentences.ts'),
}
