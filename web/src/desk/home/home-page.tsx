import { SegmentedControl, Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { IconCheckbox } from '#icons'
import { dateInWords } from '#web/i18n/figure-format.ts'
import { useListKeys } from '#web/shell/keyboard.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { type Scope, useSection } from './api.ts'
import { CallsCard } from './calls-card.tsx'
import { ChartCards } from './chart-cards.tsx'
import { Checklist } from './checklist.tsx'
import { DealsCard } from './deals-card.tsx'
import { DocumentsCard } from './documents-card.tsx'
import classes from './home.module.css'
import { LeadsCard } from './leads-card.tsx'
import { MeetingsCard } from './meetings-card.tsx'
import { MoneyCard } from './money-card.tsx'
import { RepliesCard } from './replies-card.tsx'
import { StepsCard } from './steps-card.tsx'
import { strings } from './strings.ts'
import { TasksCard } from './tasks-card.tsx'
import { useVisit } from './use-visit.ts'

const route = getRouteApi('/staff/')

/** What a day begins with: whom to answer first, and what else is due. Sections without anything are left out. */
export const HomePage = () => {
  const { who } = route.useSearch()
  const navigate = route.useNavigate()
  const scope: Scope = who === 'all' ? 'all' : 'mine'
  useVisit()
  return (
    <>
      <PageHeader
        title={strings.title}
        count={dateInWords(useClock())}
        actions={
          <SegmentedControl
            aria-label={strings.scope}
            value={scope}
            data={[
              { value: 'mine', label: strings.mine },
              { value: 'all', label: strings.all },
            ]}
            onChange={(value) => void navigate({ search: value === 'all' ? { who: 'all' } : {}, replace: true })}
          />
        }
      />
      <Sections scope={scope} />
    </>
  )
}

const Sections = ({ scope }: { scope: Scope }) => {
  const grid = useRef<HTMLDivElement>(null)
  const [secret, setSecret] = useState<string | null>(null)
  useListKeys(grid)
  const replies = useSection('replies', scope)
  const leads = useSection('leads', scope)
  const tasks = useSection('tasks', scope)
  const calls = useSection('calls', scope)
  const deals = useSection('deals', scope)
  const meetings = useSection('meetings', scope)
  const money = useSection('money', scope)
  const documents = useSection('documents', scope)
  const steps = useSection('steps', scope)
  const charts = useSection('charts', scope)
  const checklist = useSection('checklist', scope)
  const all = [replies, leads, tasks, calls, deals, meetings, money, documents, steps, charts, checklist]
  const failed = all.find(({ error, data }) => error && !data)
  if (failed)
    return (
      <ErrorNote
        error={failed.error}
        title={strings.failed}
        onRetry={() => void Promise.all(all.map((section) => section.error && section.refetch()))}
      />
    )
  if (!(replies.data && leads.data && tasks.data && calls.data && deals.data && meetings.data)) return <HomePending />
  if (!(money.data && documents.data && steps.data && charts.data && checklist.data)) return <HomePending />

  const side = [
    meetings.data.count > 0 && <MeetingsCard key="meetings" meetings={meetings.data} />,
    tasks.data.count > 0 && <TasksCard key="tasks" tasks={tasks.data} />,
    calls.data.count > 0 && <CallsCard key="calls" calls={calls.data} />,
    steps.data.count > 0 && <StepsCard key="steps" steps={steps.data} />,
  ].filter(Boolean)
  const below = [
    leads.data.count > 0 && <LeadsCard key="leads" leads={leads.data} />,
    deals.data.count > 0 && <DealsCard key="deals" deals={deals.data} />,
    (money.data.count > 0 || money.data.sums.length > 0) && <MoneyCard key="money" money={money.data} />,
    documents.data.count > 0 && <DocumentsCard key="documents" documents={documents.data} />,
  ].filter(Boolean)
  const hasWork = replies.data.count > 0 || side.length > 0 || below.length > 0
  const { leads: counted, answers, paid } = charts.data
  const hasPast = counted.total + counted.before > 0 || answers.median_minutes !== null || paid.currencies.length > 0
  const isOpen = !checklist.data.dismissed && checklist.data.steps.some(({ done }) => !done)
  return (
    <div ref={grid} className={classes.page}>
      {(isOpen || secret !== null) && (
        <Checklist
          checklist={checklist.data}
          isFirstRun={secret !== null || !(hasWork || hasPast)}
          secret={secret}
          onSecret={setSecret}
        />
      )}
      {!hasWork && (hasPast || !isOpen) && (
        <Empty icon={<IconCheckbox size={24} stroke={1.6} />} title={strings.clear} text={strings.clearText} />
      )}
      {(hasWork || hasPast) && (
        <div className={classes.home}>
          {replies.data.count > 0 ? (
            <>
              <RepliesCard replies={replies.data} scope={scope} />
              {side.length > 0 && <Stack>{side}</Stack>}
            </>
          ) : (
            side
          )}
          {hasPast && <ChartCards charts={charts.data} />}
          {below}
        </div>
      )}
    </div>
  )
}

/** Beside the long list, below each other. */
const Stack = ({ children }: { children: ReactNode }) => <div className={classes.stack}>{children}</div>

const HomePending = () => (
  <div className={classes.home} role="status" aria-label={strings.title}>
    {[0, 1, 2, 3].map((n) => (
      <div key={n} className={classes.card} data-wide={n === 0 || undefined}>
        <Skeleton height={n === 0 ? 300 : 160} m={16} width="auto" />
      </div>
    ))}
  </div>
)
