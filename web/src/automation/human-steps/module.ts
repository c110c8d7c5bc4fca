import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconUserCheck } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'
import { readToDoSearch } from './to-do-search.ts'

const strings = messages('automation/human-steps/module', {
  toDo: 'To do',
  toDoAbout: 'Steps of workflows that wait for your answer.',
})

const toDo = createRoute({
  getParentRoute: () => staff,
  path: '/to-do',
  validateSearch: readToDoSearch,
  component: lazyRouteComponent(() => import('./to-do-page.tsx'), 'ToDoPage'),
})

const step = createRoute({
  getParentRoute: () => staff,
  path: '/to-do/$stepId',
  params: idsIn('stepId'),
  component: lazyRouteComponent(() => import('./step-page.tsx'), 'StepPage'),
})

export const routes = [toDo, step]

const changes = ['human_step.updated', 'workflow.run_waiting'] as const

export const module: WebModule = {
  navigation: [
    {
      to: '/to-do',
      at: 'main',
      name: strings.toDo,
      about: strings.toDoAbout,
      Icon: IconUserCheck,
      least: 'member',
      key: '!',
    },
  ],
  live: { 'list-human-steps': changes, 'show-human-step': changes },
  sentences: () => import('./sentences.ts'),
}
