import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { IconUserCheck } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useOpenSteps } from './api.ts'
import classes from './human-steps.module.css'
import { StepCard } from './step-card.tsx'
import { strings } from './strings.ts'

const route = getRouteApi('/staff/to-do')

/** My open steps, and those of my role: each is answered where it stands. */
export const ToDoPage = () => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const { whose } = route.useSearch()
  const isAll = isAdmin && whose === 'all'
  const list = useOpenSteps(isAll ? 'all' : 'mine')
  const top = useRef<HTMLDivElement>(null)
  const steps = list.data?.pages.flatMap((page) => page.steps)
  return (
    <>
      <PageHeader title={strings.title} width="form" tabs={isAdmin && <Whose />} />
      {list.error && !steps && <ErrorNote title={strings.loadFailed} error={list.error} onRetry={() => void list.refetch()} />}
      {!steps && !list.error && <RowsPending rows={4} />}
      {steps?.length === 0 && (
        <Empty
          icon={<IconUserCheck size={24} stroke={1.6} />}
          title={isAll ? strings.noneTitle : strings.emptyTitle}
          text={isAll ? strings.noneText : strings.emptyText}
        />
      )}
      {/* What had the focus goes with the step that was answered: the next one follows from here. */}
      <div ref={top} tabIndex={-1} className={classes.top} />
      {steps && steps.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul role="list" className={classes.steps} aria-label={strings.list}>
          {steps.map((step) => (
            <li key={step.id}>
              <StepCard step={step} withAsked={isAll} onAnswered={() => top.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
      {steps && (
        <OlderRows
          list={{
            rows: steps,
            hasOlder: list.hasNextPage,
            isLoadingOlder: list.isFetchingNextPage,
            olderError: list.isFetchNextPageError ? list.error : null,
            loadOlder: () => void list.fetchNextPage(),
          }}
        />
      )}
    </>
  )
}

const Whose = () => (
  <nav aria-label={strings.shown}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul role="list">
      {[undefined, 'all' as const].map((whose) => (
        <li key={whose ?? ''}>
          <Link
            to="/to-do"
            search={whose ? { whose } : {}}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            activeProps={{ 'aria-current': 'true' }}
            resetScroll={false}
          >
            {whose ? strings.all : strings.mine}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
