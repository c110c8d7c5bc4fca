import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconArrowsSort, IconBriefcase, IconCheckbox, IconLayoutKanban } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { idsIn } from '#web/ui/route-params.ts'
import { readDealsSearch, readTasksSearch } from './deals-search.ts'

const CreateDealWindow = laterWindow(() => import('./create-deal-window.tsx').then(({ CreateDealWindow }) => CreateDealWindow))

const NewTaskWindow = laterWindow(() => import('./new-task-window.tsx').then(({ NewTaskWindow }) => NewTaskWindow))

const strings = messages('crm/deals/module', {
  deal: 'Deal',
  newDeal: 'New deal',
  newDealAlso: 'create add opportunity',
  task: 'Task',
  newTask: 'New task',
  newTaskAlso: 'create add to-do next step reminder',
  deals: 'Deals',
  dealsAbout: 'Open deals by stage.',
  tasks: 'Tasks',
  tasksAbout: 'Your next steps.',
  pipelines: 'Pipelines',
  pipelinesLead: 'The stages that deals go through.',
  assignment: 'Assignment',
  assignmentLead: 'Who gets new deals, and who is away.',
})

const deals = createRoute({
  getParentRoute: () => staff,
  path: '/deals',
  validateSearch: readDealsSearch,
  component: lazyRouteComponent(() => import('./deals-page.tsx'), 'DealsPage'),
})

const deal = createRoute({
  getParentRoute: () => staff,
  path: '/deals/$dealId',
  params: idsIn('dealId'),
  component: lazyRouteComponent(() => import('./deal-page.tsx'), 'DealPage'),
})

const tasks = createRoute({
  getParentRoute: () => staff,
  path: '/tasks',
  validateSearch: readTasksSearch,
  component: lazyRouteComponent(() => import('./tasks-page.tsx'), 'TasksPage'),
})

const pipelines = createRoute({
  getParentRoute: () => staff,
  path: '/settings/pipelines',
  component: lazyRouteComponent(() => import('./pipelines-page.tsx'), 'PipelinesPage'),
})

const assignment = createRoute({
  getParentRoute: () => staff,
  path: '/settings/assignment',
  component: lazyRouteComponent(() => import('./assignment-page.tsx'), 'AssignmentPage'),
})

export const routes = [deals, deal, tasks, pipelines, assignment]

export const module: WebModule = {
  navigation: [
    {
      to: '/deals',
      at: 'main',
      name: strings.deals,
      about: strings.dealsAbout,
      Icon: IconBriefcase,
      least: 'member',
      key: 'e',
    },
    { to: '/tasks', at: 'main', name: strings.tasks, about: strings.tasksAbout, Icon: IconCheckbox, least: 'member', key: 't' },
    {
      to: '/settings/pipelines',
      at: 'business',
      name: strings.pipelines,
      about: strings.pipelinesLead,
      Icon: IconLayoutKanban,
      least: 'member',
      key: 'f',
    },
    {
      to: '/settings/assignment',
      at: 'team',
      name: strings.assignment,
      about: strings.assignmentLead,
      Icon: IconArrowsSort,
      least: 'member',
      key: 'y',
    },
  ],
  creates: [
    {
      ...{ what: 'deal', name: strings.deal, verb: strings.newDeal, also: strings.newDealAlso },
      ...{ Icon: IconBriefcase, key: 'd', Window: CreateDealWindow },
    },
    {
      ...{ what: 'task', name: strings.task, verb: strings.newTask, also: strings.newTaskAlso },
      ...{ Icon: IconCheckbox, key: 't', Window: NewTaskWindow },
    },
  ],
  live: {
    'show-board': ['deal.created', 'deal.changed', 'deal.closed', 'task.changed', 'pipeline.changed'],
    'show-deal': [
      'deal.created',
      'deal.changed',
      'deal.closed',
      'task.changed',
      'pipeline.changed',
      'company.changed',
      'fact.changed',
    ],
    'list-deals': ['deal.created', 'deal.changed', 'deal.closed', 'task.changed', 'pipeline.changed'],
    'list-turns': ['deal.created', 'deal.changed', 'deal.closed', 'task.changed', 'pipeline.changed'],
    'show-response-times': ['deal.created', 'deal.changed', 'deal.closed', 'task.changed', 'pipeline.changed'],
    'list-pipelines': ['deal.created', 'deal.changed', 'deal.closed', 'task.changed', 'pipeline.changed'],
    'list-tasks': ['task.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
