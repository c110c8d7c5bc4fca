import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBook2 } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'

const strings = messages('automation/knowledge/module', {
  knowledge: 'Knowledge',
  knowledgeAbout: 'Documents for answers.',
})

const knowledge = createRoute({
  getParentRoute: () => staff,
  path: '/settings/knowledge',
  component: lazyRouteComponent(() => import('./knowledge-page.tsx'), 'KnowledgePage'),
})

const document = createRoute({
  getParentRoute: () => staff,
  path: '/settings/knowledge/$knowledgeId',
  params: idsIn('knowledgeId'),
  // The place of the passage that an answer was taken from; the page reads it.
  validateSearch: ({ passage }: { passage?: unknown }): { passage: unknown } => ({ passage }),
  component: lazyRouteComponent(() => import('./document-page.tsx'), 'DocumentPage'),
})

export const routes = [knowledge, document]

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
    'search-knowledge': ['knowledge.saved', 'knowledge.removed'],
    'list-knowledge-passages': ['knowledge.saved', 'knowledge.removed'],
  },
  sentences: () => import('./sentences.ts'),
}
