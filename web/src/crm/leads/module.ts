import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconDoorEnter } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { idsIn } from '#web/ui/route-params.ts'
import { readLeadSearch } from './lead-search.ts'

const NewLeadWindow = laterWindow(() => import('./new-lead-window.tsx').then(({ NewLeadWindow }) => NewLeadWindow))

const strings = messages('crm/leads/module', {
  lead: 'Lead',
  newLead: 'New lead',
  newLeadAlso: 'create add caller enquiry',
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
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'technical' } => (tab === 'technical' ? { tab } : {}),
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
  creates: [
    {
      ...{ what: 'lead', name: strings.lead, verb: strings.newLead, also: strings.newLeadAlso },
      ...{ Icon: IconDoorEnter, key: 'l', Window: NewLeadWindow },
    },
  ],
  live: {
    'list-sources': ['lead.received'],
    'show-lead': ['lead.received', 'lead.changed', 'contact.changed', 'delivery.recorded'],
    'find-duplicates': ['contact.changed', 'contact.merged', 'company.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
