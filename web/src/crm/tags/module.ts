import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconTag } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('crm/tags/module', {
  tags: 'Tags',
  tagsAbout: 'Labels for contacts, companies, leads and deals.',
})

const tags = createRoute({
  getParentRoute: () => staff,
  path: '/settings/tags',
  component: lazyRouteComponent(() => import('./tags-page.tsx'), 'TagsPage'),
})

export const routes = [tags]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/tags',
      at: 'business',
      name: strings.tags,
      about: strings.tagsAbout,
      Icon: IconTag,
      least: 'member',
      key: '#',
    },
  ],
  live: {
    'list-tags': ['tag.changed', 'record.tagged'],
    'show-contact': ['record.tagged', 'tag.changed'],
    'show-company': ['record.tagged', 'tag.changed'],
    'show-deal': ['record.tagged', 'tag.changed'],
    'show-lead': ['record.tagged', 'tag.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
