import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconHistory } from '#icons'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn, isId, textIn } from '#web/ui/route-params.ts'
import { navigation } from './navigation-strings.ts'

const runs = createRoute({
  getParentRoute: () => staff,
  path: '/workflows/runs',
  validateSearch: (search: Record<string, unknown>): { workflow?: string; subject?: string; state?: string } => ({
    ...(isId(search.workflow) && { workflow: search.workflow }),
    ...(isId(search.subject) && { subject: search.subject }),
    ...textIn('state', search.state),
  }),
  component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
})

const run = createRoute({
  getParentRoute: () => staff,
  path: '/workflows/runs/$runId',
  params: idsIn('runId'),
  validateSearch: (search: Record<string, unknown>): { step?: string; view?: string } => ({
    ...textIn('step', search.step),
    ...(search.view === 'canvas' && { view: 'canvas' }),
  }),
  component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
})

export const routes = [runs, run]

const changes = ['workflow.run_waiting', 'workflow.run_paused', 'workflow.run_finished', 'workflow.run_failed'] as const

export const module: WebModule = {
  navigation: [
    {
      to: '/workflows/runs',
      at: 'main',
      name: navigation.workflowRuns,
      about: navigation.workflowRunsAbout,
      Icon: IconHistory,
      least: 'member',
      key: '(',
    },
  ],
  live: {
    'list-runs': [...changes],
    'show-run': [...changes],
    'list-timeline': [...changes],
    'list-workflows': [...changes],
    'explain-run': [...changes],
  },
  sentences: () => import('./sentences.ts'),
}
