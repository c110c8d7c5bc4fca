import { module } from '#core/module.ts'
import { alertNotices } from './notices.ts'
import { raiseAlerts } from './raise-alerts.ts'
import { raiseOverdueInvoices } from './raise-overdue-invoices.ts'

export const alertsModule = module({
  title: 'Alerts',
  actions: [],
  jobs: [raiseOverdueInvoices],
  reactions: [raiseAlerts],
  notices: alertNotices,
  owns: [],
})
