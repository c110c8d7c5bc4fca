import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconUsersPlus } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('desk/duplicates/module', {
  duplicates: 'Duplicates',
  duplicatesAbout: 'Contacts or companies that may be one.',
})

const duplicates = createRoute({
  getParentRoute: () => staff,
  path: '/contacts/duplicates',
  validateSearch: (search: Record<string, unknown>): { kind?: 'company' } =>
    search.kind === 'company' ? { kind: 'company' } : {},
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
    'list-company-duplicates': ['duplicates.changed', 'company.merged', 'record.deleted', 'record.restored'],
  },
  sentences: () => import('./sentences.ts'),
}
