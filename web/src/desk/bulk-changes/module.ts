import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconChecks } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { isId } from '#web/ui/route-params.ts'

const strings = messages('desk/bulk-changes/module', {
  bulkChanges: 'Bulk changes',
  bulkChangesAbout: 'Changes of many records in the last 30 days, and undoing them.',
})

const bulkChanges = createRoute({
  getParentRoute: () => staff,
  path: '/settings/bulk-changes',
  validateSearch: ({ change }: Record<string, unknown>): { change?: string } => (isId(change) ? { change } : {}),
  component: lazyRouteComponent(() => import('./bulk-changes-page.tsx'), 'BulkChangesPage'),
})

export const routes = [bulkChanges]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/bulk-changes',
      at: 'business',
      name: strings.bulkChanges,
      about: strings.bulkChangesAbout,
      Icon: IconChecks,
      least: 'member',
      key: '%',
    },
  ],
  live: {
    'list-bulk-changes': ['bulk_change.changed'],
    'show-bulk-change': ['bulk_change.changed'],
    'list-bulk-change-records': ['bulk_change.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
