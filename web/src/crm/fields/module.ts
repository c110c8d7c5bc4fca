import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconForms } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { fieldKinds } from './kinds.ts'

const strings = messages('crm/fields/module', {
  fields: 'Fields',
  fieldsAbout: 'What your work needs to know about contacts, companies, leads and deals.',
})

const fields = createRoute({
  getParentRoute: () => staff,
  path: '/settings/fields',
  validateSearch: (search: Record<string, unknown>): { kind?: (typeof fieldKinds)[number] } => {
    const kind = fieldKinds.find((each) => each === search.kind)
    return kind === undefined ? {} : { kind }
  },
  component: lazyRouteComponent(() => import('./fields-page.tsx'), 'FieldsPage'),
})

export const routes = [fields]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/fields',
      at: 'business',
      name: strings.fields,
      about: strings.fieldsAbout,
      Icon: IconForms,
      least: 'member',
      key: ')',
    },
  ],
  live: {
    'list-fields': ['field.changed', 'field.ordered', 'field.leads_changed'],
    'show-contact': ['record.changed', 'field.changed'],
    'show-company': ['record.changed', 'field.changed'],
    'show-deal': ['record.changed', 'field.changed'],
    'show-lead': ['record.changed', 'field.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
