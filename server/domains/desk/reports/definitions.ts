import {
  answered,
  answeredInTime,
  closedDeals,
  doneTasks,
  type Facts,
  type Grouping,
  leadsIn,
  openInvoices,
  payments,
  reachedStages,
  sentMessages,
  talkedCalls,
  type WorkspaceDay,
  writtenNotes,
} from './facts.ts'

export const reportNames = ['leads', 'conversion', 'response', 'activity', 'revenue', 'outstanding'] as const
export type ReportName = (typeof reportNames)[number]

export const valueKinds = ['count', 'median', 'sum'] as const

/** A figure of a report: what is counted, how, and by what else. */
export interface Measure {
  readonly figure: string
  /** `median`: of minutes; `sum`: of an amount, by currency. */
  readonly value: (typeof valueKinds)[number]
  readonly facts: Facts
  readonly by: readonly Grouping[]
  /** A record counts for several keys: there is no figure of all of them. */
  readonly isPerKey?: true
}

export interface Report {
  /** Of a moment, not of a period: nothing is compared. */
  readonly isNow?: true
  readonly measures: readonly Measure[]
}

const contacted = ['contacted', 'qualified', 'deal']

/** `today`: the workspace's own, by which invoices are due. */
export const reportOf = (name: ReportName, today: WorkspaceDay): Report => reports[name](today)

const reports: Readonly<Record<ReportName, (today: WorkspaceDay) => Report>> = {
  leads: () => ({ measures: [{ figure: 'leads', value: 'count', facts: leadsIn(null), by: ['source', 'owner'] }] }),
  conversion: () => ({
    measures: [
      { figure: 'leads', value: 'count', facts: leadsIn(null), by: ['source', 'owner'] },
      { figure: 'contacted', value: 'count', facts: leadsIn(contacted), by: ['source', 'owner'] },
      { figure: 'qualified', value: 'count', facts: leadsIn(['qualified', 'deal']), by: ['source', 'owner'] },
      { figure: 'deals', value: 'count', facts: leadsIn(['deal']), by: ['source', 'owner'] },
      { figure: 'not_fit', value: 'count', facts: leadsIn(['not_fit']), by: ['source', 'owner'] },
      { figure: 'reached', value: 'count', facts: reachedStages, by: ['stage'], isPerKey: true },
    ],
  }),
  response: () => ({
    measures: [
      { figure: 'first_answer', value: 'median', facts: answered, by: ['owner'] },
      { figure: 'answered', value: 'count', facts: answered, by: ['owner'] },
      { figure: 'in_time', value: 'count', facts: answeredInTime, by: ['owner'] },
      { figure: 'time_to_win', value: 'median', facts: closedDeals('won'), by: ['owner', 'source'] },
      { figure: 'won', value: 'count', facts: closedDeals('won'), by: ['owner', 'source'] },
      { figure: 'lost', value: 'count', facts: closedDeals('lost'), by: ['owner', 'source'] },
    ],
  }),
  activity: () => ({
    measures: [
      { figure: 'messages', value: 'count', facts: sentMessages, by: ['owner'] },
      { figure: 'calls', value: 'count', facts: talkedCalls, by: ['owner'] },
      { figure: 'tasks', value: 'count', facts: doneTasks, by: ['owner'] },
      { figure: 'notes', value: 'count', facts: writtenNotes, by: ['owner'] },
      { figure: 'won', value: 'count', facts: closedDeals('won'), by: ['owner'] },
    ],
  }),
  revenue: () => ({
    measures: [
      { figure: 'paid', value: 'sum', facts: payments('received'), by: [] },
      { figure: 'returned', value: 'sum', facts: payments('returned'), by: [] },
      { figure: 'payments', value: 'count', facts: payments('received'), by: [] },
    ],
  }),
  outstanding: (today) => ({
    isNow: true,
    measures: [
      { figure: 'outstanding', value: 'sum', facts: openInvoices(today), by: ['age'] },
      { figure: 'invoices', value: 'count', facts: openInvoices(today), by: ['age'] },
    ],
  }),
}

export const figureNames = [
  ...new Set(
    reportNames.flatMap((name) => reportOf(name, { today: '2026-01-01', zone: 'UTC' }).measures.map(({ figure }) => figure)),
  ),
] as [string, ...string[]]
