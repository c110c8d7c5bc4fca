import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconSparkles } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('connections/ai-models/module', {
  ai: 'AI',
  aiAbout: 'What AI costs, its budgets and models.',
})

const ai = createRoute({
  getParentRoute: () => staff,
  path: '/settings/ai',
  component: lazyRouteComponent(() => import('./ai-page.tsx'), 'AiPage'),
})

export const routes = [ai]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/ai',
      at: 'system',
      name: strings.ai,
      about: strings.aiAbout,
      Icon: IconSparkles,
      least: 'member',
      key: '.',
    },
  ],
  live: { 'list-ai-models': ['connection.failed'] },
  sentences: () => import('./sentences.ts'),
}
