import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconRoute } from '#icons'
import { TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { useRuns, useWorkflowNames } from './api.ts'
import { RunTable } from './run-table.tsx'
import { filterChoices, filterOf } from './states.ts'
import { strings } from './strings.ts'

/** Runs of all workflows, newest first and live; narrowed by workflow, status and record. */
export const RunsPage = () => {
  const { workflow, subject, state } = useSearch({ from: '/staff/workflows/runs' })
  const navigate = useNavigate({ from: '/workflows/runs' })
  const list = useRuns({
    workflowId: workflow,
    subjectId: subject,
    ...filterOf(state),
  })
  const names = useWorkflowNames()
  const runs = list.data?.pages.flatMap((page) => page.runs) ?? []
  const isNarrowed = workflow !== undefined || subject !== undefined || state !== undefined
  const filter = (next: { workflow?: string | undefined; state?: string | undefined }): void => {
    const wanted = { workflow, state, ...next }
    void navigate({
      replace: true,
      search: {
        ...(subject !== undefined && { subject }),
        ...(wanted.workflow !== undefined && { workflow: wanted.workflow }),
        ...(wanted.state !== undefined && { state: wanted.state }),
      },
    })
  }
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        back={{ label: strings.workflows, to: '/workflows' }}
        {...(subject !== undefined && { lead: strings.forRecord })}
      />
      <ErrorNote error={list.error} title={strings.loadFailed} onRetry={() => void list.refetch()} />
      {(isNarrowed || runs.length > 0) && (
        <Toolbar>
          <Select
            aria-label={strings.workflow}
            placeholder={strings.anyWorkflow}
            value={workflow ?? null}
            data={(names.data?.workflows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            searchable
            clearable
            onChange={(value) => filter({ workflow: value ?? undefined })}
          />
          <Select
            aria-label={strings.state}
            placeholder={strings.anyState}
            value={state ?? null}
            data={filterChoices()}
            clearable
            onChange={(value) => filter({ state: value ?? undefined })}
          />
        </Toolbar>
      )}
      {list.isPending && !list.error && <TablePending rows={6} />}
      {list.data && runs.length === 0 && !isNarrowed && (
        <Empty icon={<IconRoute size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText} />
      )}
      {list.data && runs.length === 0 && isNarrowed && (
        <NoMatch title={strings.noMatch} clear={strings.clear} onClear={() => void navigate({ search: {} })} />
      )}
      {runs.length > 0 && <RunTable runs={runs} />}
      {list.hasNextPage && (
        <Button variant="default" mt="md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
    </>
  )
}
