import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconDoorEnter } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'
import { readLeadSearch } from './lead-search.ts'

const strings = messages({
  leads: 'Leads',
  leadsAbout: 'New enquiries, newest first.',
})

const leads = createRoute({
  getParentRoute: () => staff,
  path: '/leads',
  validateSearch: readLeadSearch,
  component: lazyRouteComponent(() => import('./leads-page.tsx'), 'LeadsPage'),
})

const lead = createRoute({
  getParentRoute: () => staff,
  path: '/leads/$leadId',
  params: idsIn('leadId'),
  component: lazyRouteComponent(() => import('./lead-page.tsx'), 'LeadPage'),
})

export const routes = [leads, lead]

export const module: WebModule = {
  navigation: [
    {
      to: '/leads',
      at: 'main',
      name: strings.leads,
      about: strings.leadsAbout,
      Icon: IconDoorEnter,
      least: 'member',
      key: 'l',
    },
  ],
  live: {
    'list-sources': ['lead.received'],
    'show-lead': ['lead.received', 'contact.changed', 'delivery.recorded'],
  },
  sentences: () => import('./sentences.ts'),
}
