import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconUsersPlus } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('desk/duplicates/module', {
  duplicates: 'Duplicates',
  duplicatesAbout: 'Contacts that may be one person.',
})

const duplicates = createRoute({
  getParentRoute: () => staff,
  path: '/contacts/duplicates',
  component: lazyRouteComponent(() => import('./duplicates-page.tsx'), 'DuplicatesPage'),
})

export const routes = [duplicates]

export const module: WebModule = {
  navigation: [
    {
      to: '/contacts/duplicates',
      at: 'business',
      name: strings.duplicates,
      about: strings.duplicatesAbout,
      Icon: IconUsersPlus,
      least: 'member',
      key: 'D',
    },
  ],
  live: {
    'list-duplicates': ['duplicates.changed', 'contact.merged', 'record.deleted', 'record.restored'],
  },
  sentences: () => import('./sentences.ts'),
}
