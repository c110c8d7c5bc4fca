import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconBuildingSkyscraper } from '#icons'
import { type ListSearch, readListSearch } from '#web/desk/lists/list-search.ts'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { idsIn } from '#web/ui/route-params.ts'

const NewCompanyWindow = laterWindow(() => import('./company-window.tsx').then(({ NewCompanyWindow }) => NewCompanyWindow))

const strings = messages('crm/companies/module', {
  company: 'Company',
  newCompany: 'New company',
  newCompanyAlso: 'create add business firm',
  companies: 'Companies',
  companiesAbout: 'Companies of your contacts.',
})

const companies = createRoute({
  getParentRoute: () => staff,
  path: '/companies',
  validateSearch: (search: Record<string, unknown>): ListSearch & { new?: 'yes' } => ({
    ...readListSearch(search),
    ...(search.new === 'yes' && { new: 'yes' as const }),
  }),
  component: lazyRouteComponent(() => import('./companies-page.tsx'), 'CompaniesPage'),
})

const company = createRoute({
  getParentRoute: () => staff,
  path: '/companies/$companyId',
  params: idsIn('companyId'),
  component: lazyRouteComponent(() => import('./company-page.tsx'), 'CompanyPage'),
})

export const routes = [companies, company]

export const module: WebModule = {
  navigation: [
    {
      to: '/companies',
      at: 'main',
      name: strings.companies,
      about: strings.companiesAbout,
      Icon: IconBuildingSkyscraper,
      least: 'member',
      key: 'v',
    },
  ],
  creates: [
    {
      ...{ what: 'company', name: strings.company, verb: strings.newCompany, also: strings.newCompanyAlso },
      ...{ Icon: IconBuildingSkyscraper, key: 'o', Window: NewCompanyWindow },
    },
  ],
  live: {
    'show-company': ['company.changed', 'company.merged', 'fact.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
