import { module } from '#core/module.ts'
import { compactLeadCounts } from './compact-lead-counts.ts'

/** Figures of a period, with the list behind each. */
export const reportsModule = module({
  title: 'Reports',
  jobs: [compactLeadCounts],
  owns: ['lead_count_changes', 'lead_counts'],
})
