import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconRoute } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn, isId, textIn } from '#web/ui/route-params.ts'

const strings = messages('automation/workflows/module', {
  workflows: 'Workflows',
  workflowsAbout: 'Steps that run when something happens.',
})

const workflows = createRoute({
  getParentRoute: () => staff,
  path: '/workflows',
  validateSearch: (search: Record<string, unknown>): { q?: string; show?: string; template?: string } => ({
    ...textIn('q', search.q),
    // To which one comes back from connecting a mailbox.
    ...textIn('template', search.template),
    ...(search.show === 'archived' && { show: 'archived' }),
  }),
  component: lazyRouteComponent(() => import('./workflows-page.tsx'), 'WorkflowsPage'),
})

const workflow = createRoute({
  getParentRoute: () => staff,
  path: '/workflows/$workflowId',
  params: idsIn('workflowId'),
  validateSearch: (search: Record<string, unknown>): { tab?: string; draft?: string } => ({
    ...textIn('tab', search.tab),
    // The draft of a colleague.
    ...(isId(search.draft) && { draft: search.draft }),
  }),
  component: lazyRouteComponent(() => import('./workflow-page.tsx'), 'WorkflowPage'),
})

export const routes = [workflows, workflow]

export const module: WebModule = {
  navigation: [
    {
      to: '/workflows',
      at: 'main',
      name: strings.workflows,
      about: strings.workflowsAbout,
      Icon: IconRoute,
      least: 'member',
      key: '+',
    },
  ],
  live: {
    'list-workflows': ['workflow.changed'],
    'show-workflow': ['workflow.changed', 'workflow.hook_rolled'],
    'list-workflow-versions': ['workflow.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
