import { module } from '#core/module.ts'
import { compactLeadCounts } from './compact-lead-counts.ts'
import { exportReport } from './export-report.ts'
import { listReportRecords } from './list-report-records.ts'
import { showReport } from './show-report.ts'

/** Figures of a period, with the list behind each. */
export const reportsModule = module({
  title: 'Reports',
  actions: [showReport, listReportRecords, exportReport],
  jobs: [compactLeadCounts],
  scopes: { 'reports:read': 'Read reports, and the records behind them' },
  owns: ['lead_count_changes', 'lead_counts'],
})
