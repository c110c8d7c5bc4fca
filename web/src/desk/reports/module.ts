import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { IconChartBar } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { type ReportName, readReportSearch, reports } from './reports-search.ts'

const strings = messages('desk/reports/module', {
  reports: 'Reports',
  reportsAbout: 'Leads, conversion, answer times, activity and money of a period.',
})

const to = '/reports/$report'

const first = createRoute({
  getParentRoute: () => staff,
  path: '/reports',
  beforeLoad: () => {
    throw redirect({ to, params: { report: 'leads' }, replace: true })
  },
})

const report = createRoute({
  getParentRoute: () => staff,
  path: '/reports/$report',
  params: { parse: ({ report }): { report: ReportName } => ({ report: reports.find((known) => known === report) ?? 'leads' }) },
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
})

export const routes = [first, report]

export const module: WebModule = {
  navigation: [
    {
      to: '/reports',
      at: 'main',
      name: strings.reports,
      about: strings.reportsAbout,
      Icon: IconChartBar,
      least: 'member',
      key: 'R',
    },
  ],
}
