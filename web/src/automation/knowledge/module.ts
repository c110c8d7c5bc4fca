import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBook2 } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages({
  knowledge: 'Knowledge',
  knowledgeAbout: 'Documents that answers are taken from.',
})

const knowledge = createRoute({
  getParentRoute: () => staff,
  path: '/settings/knowledge',
  component: lazyRouteComponent(() => import('./knowledge-page.tsx'), 'KnowledgePage'),
})

export const routes = [knowledge]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/knowledge',
      at: 'business',
      name: strings.knowledge,
      about: strings.knowledgeAbout,
      Icon: IconBook2,
      least: 'member',
      key: ';',
    },
  ],
  live: {
    'list-knowledge': ['knowledge.saved', 'knowledge.removed'],
    'show-knowledge': ['knowledge.saved', 'knowledge.removed'],
    'search-knowledge': ['knowledge.saved', 'knowledge.removed'],
  },
  sentences: () => import('./sentences.ts'),
}
