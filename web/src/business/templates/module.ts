import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconTemplate } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn, textIn } from '#web/ui/route-params.ts'

const strings = messages('business/templates/module', {
  templates: 'Templates',
  templatesAbout: 'The texts that documents are made from.',
})

const templates = createRoute({
  getParentRoute: () => staff,
  path: '/settings/templates',
  component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
})

const newTemplate = createRoute({
  getParentRoute: () => staff,
  path: '/settings/templates/new',
  validateSearch: (search: Record<string, unknown>): { from?: string; connected?: string } => ({
    ...textIn('from', search.from),
    ...textIn('connected', search.connected),
  }),
  component: lazyRouteComponent(() => import('./new-template-page.tsx'), 'NewTemplatePage'),
})

const template = createRoute({
  getParentRoute: () => staff,
  path: '/settings/templates/$templateId',
  params: idsIn('templateId'),
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
})

export const routes = [templates, newTemplate, template]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/templates',
      at: 'business',
      name: strings.templates,
      about: strings.templatesAbout,
      Icon: IconTemplate,
      least: 'member',
      key: '8',
    },
  ],
  live: {
    'list-templates': ['template.saved', 'template.archived', 'document.sent'],
    'show-template': ['template.saved', 'template.archived'],
  },
  sentences: () => import('./sentences.ts'),
}
