import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useWorkflow } from './api.ts'
import type { WorkflowShown } from './editor/use-draft.ts'
import { stateTones } from './states.ts'
import { strings } from './strings.ts'
import { WorkflowActions } from './workflow-actions.tsx'
import { WorkflowNotices } from './workflow-notices.tsx'
import { workflowTabs } from './workflow-tabs.ts'

const back = { label: strings.back, to: '/workflows' } as const

/** One workflow: its editor, its versions, and what other folders add as tabs. */
export const WorkflowPage = () => {
  const { workflowId } = useParams({ from: '/staff/workflows/$workflowId' })
  const { draft } = useSearch({ from: '/staff/workflows/$workflowId' })
  const { data, error, refetch } = useWorkflow(workflowId, draft)
  if (data) return <Shown key={`${workflowId} ${draft}`} shown={data} draftId={draft} />
  return (
    <>
      <PageHeader title={strings.workflow} back={back} />
      {error ? <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} /> : <RowsPending rows={5} />}
    </>
  )
}

const Shown = ({ shown, draftId }: { shown: WorkflowShown; draftId: string | undefined }) => {
  const { workflow } = shown
  const { tab } = useSearch({ from: '/staff/workflows/$workflowId' })
  const [discards, setDiscards] = useState(0)
  const open = workflowTabs.find(({ id }) => id === tab) ?? workflowTabs[0]
  if (!open) throw new Error('a workflow without a view')
  return (
    <>
      <PageHeader
        title={workflow.name}
        back={back}
        lead={
          <>
            <Pill tone={stateTones[workflow.state]}>{strings.states[workflow.state]}</Pill>{' '}
            {workflow.version !== null && strings.version(workflow.version)}
          </>
        }
        tabs={<Tabs open={open.id} />}
        actions={<WorkflowActions shown={shown} onDiscarded={() => setDiscards(discards + 1)} />}
      />
      <WorkflowNotices shown={shown} draftId={draftId} />
      <Suspense fallback={<RowsPending rows={5} />}>
        <open.Tab key={discards} shown={shown} draftId={draftId} />
      </Suspense>
    </>
  )
}

const Tabs = ({ open }: { open: string }) => {
  const navigate = useNavigate({ from: '/workflows/$workflowId' })
  const { draft } = useSearch({ from: '/staff/workflows/$workflowId' })
  const [first] = workflowTabs
  return (
    <nav aria-label={strings.tabs}>
      {workflowTabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === open}
          onClick={() =>
            void navigate({ search: { ...(draft && { draft }), ...(id !== first?.id && { tab: id }) }, replace: true })
          }
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
