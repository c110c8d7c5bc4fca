import { Button } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { IconPlus, IconRoute } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Workflow } from '#web/wire.ts'
import { useWorkflowChange, useWorkflows } from './api.ts'
import { stateTones, triggerText } from './states.ts'
import { strings } from './strings.ts'
import { TemplateCards } from './template-cards.tsx'
import { TurnOnWindow } from './turn-on-window.tsx'
import classes from './workflows.module.css'

const NewWindow = laterWindow(() => import('./new-window.tsx').then(({ NewWindow }) => NewWindow))
const ImportWindow = laterWindow(() => import('./import-window.tsx').then(({ ImportWindow }) => ImportWindow))

/** All workflows, with how they fare; where there is none yet, the templates. */
export const WorkflowsPage = () => {
  const { q = '', show, template } = useSearch({ from: '/staff/workflows' })
  const navigate = useNavigate({ from: '/workflows' })
  const { role } = useSession()
  const [open, setOpen] = useState<'new' | 'import' | 'stop' | null>(template === undefined ? null : 'new')
  const isArchive = show === 'archived'
  const list = useWorkflows({ ...(q !== '' && { search: q }), ...(isArchive && { state: 'archived' }) })
  const rows = list.data?.pages.flatMap(({ workflows }) => workflows) ?? []
  const stopped = list.data?.pages[0]?.stopped ?? null
  const isFirst = list.data !== undefined && rows.length === 0 && q === '' && !isArchive
  const isAdmin = isAtLeast(role, 'admin')
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        actions={
          <>
            {rows.length > 0 && (
              <Button component={Link} to={'/workflows/runs' as '/'} variant="default">
                {strings.allRuns}
              </Button>
            )}
            {isAdmin && rows.length > 0 && !stopped && (
              <Button variant="default" onClick={() => setOpen('stop')}>
                {strings.stopAll}
              </Button>
            )}
            <Button variant="default" onClick={() => setOpen('import')}>
              {strings.importJson}
            </Button>
            {!isFirst && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
                {strings.add}
              </Button>
            )}
          </>
        }
      />
      {stopped && <AllStopped mayTurnOn={isAdmin} />}
      <ErrorNote error={list.error} title={strings.loadFailed} onRetry={() => void list.refetch()} />
      {!isFirst && (
        <Toolbar>
          <SearchBox
            value={q}
            label={strings.search}
            placeholder={strings.search}
            onChange={(next) =>
              void navigate({ search: { ...(isArchive && { show: 'archived' }), ...(next && { q: next }) }, replace: true })
            }
          />
          <Button
            variant="default"
            aria-pressed={isArchive}
            onClick={() => void navigate({ search: isArchive ? {} : { show: 'archived' }, replace: true })}
          >
            {strings.archived}
          </Button>
        </Toolbar>
      )}
      {list.isPending && !list.error && <TablePending rows={4} />}
      {isFirst && <First template={template} onBlank={() => setOpen('new')} />}
      {list.data && rows.length === 0 && isArchive && q === '' && <p className="dim">{strings.noneArchived}</p>}
      {list.data && rows.length === 0 && q !== '' && (
        <NoMatch
          title={strings.noMatch}
          clear={strings.clearSearch}
          onClear={() => void navigate({ search: isArchive ? { show: 'archived' } : {} })}
        />
      )}
      {rows.length > 0 && (
        <DataTable
          label={strings.title}
          rows={rows}
          idOf={({ id }) => id}
          name={strings.name}
          nameOf={({ name }) => <bdi>{name}</bdi>}
          linkOf={({ id }) => ({ to: '/workflows/$workflowId', params: { workflowId: id } })}
          columns={columns}
        />
      )}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
      <NewWindow
        opened={open === 'new' && list.data !== undefined && !(isFirst && template)}
        template={template}
        onClose={() => setOpen(null)}
      />
      <ImportWindow opened={open === 'import'} onClose={() => setOpen(null)} />
      <StopAll opened={open === 'stop'} onClose={() => setOpen(null)} />
    </>
  )
}

/** Before there is a workflow: the templates, the one to which one comes back opened. */
const First = ({ template, onBlank }: { template: string | undefined; onBlank: () => void }) => (
  <>
    <Empty icon={<IconRoute size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
      <Button variant="default" onClick={onBlank}>
        {strings.startBlank}
      </Button>
    </Empty>
    <TemplateCards begin={template ?? null} />
  </>
)

const columns: readonly Column<Workflow>[] = [
  {
    key: 'state',
    name: strings.state,
    cell: ({ state }) => <Pill tone={stateTones[state]}>{strings.states[state]}</Pill>,
    width: '7rem',
    phone: 'end',
  },
  {
    key: 'trigger',
    name: strings.trigger,
    cell: ({ trigger }) => <span title={triggerText(trigger)}>{triggerText(trigger)}</span>,
    width: 'minmax(0, 2fr)',
    phone: 'below',
  },
  { key: 'runs', name: strings.runs, cell: ({ runs }) => strings.counted(runs.total), width: '7rem', atEnd: true },
  { key: 'waiting', name: strings.waiting, cell: ({ waiting }) => strings.counted(waiting), width: '6rem', atEnd: true },
  {
    key: 'failed',
    name: strings.failing,
    cell: ({ runs }) => <Failed runs={runs} />,
    width: '6rem',
    atEnd: true,
    phone: 'belowEnd',
  },
  {
    key: 'publisher',
    name: strings.publisher,
    cell: ({ published_by }) => published_by?.name ?? strings.notSet,
    width: '9rem',
    isExtra: true,
  },
]

/** On a phone no heading stands above it: there a number bears its word. */
const Failed = ({ runs: { failed, total } }: Pick<Workflow, 'runs'>) => (
  <>
    <span className={classes.desk}>{failed > 0 ? <Pill tone="bad">{strings.counted(failed)}</Pill> : '0'}</span>
    <span className={classes.phone}>
      {failed > 0 ? (
        <Pill tone="bad">{strings.countedFailed(strings.counted(failed))}</Pill>
      ) : (
        total > 0 && strings.countedRuns(strings.counted(total))
      )}
    </span>
  </>
)

const AllStopped = ({ mayTurnOn }: { mayTurnOn: boolean }) => {
  const [isAsked, setAsked] = useState(false)
  return (
    <WarningNote role="status" title={strings.allStopped}>
      {strings.allStoppedText}
      {mayTurnOn && (
        <Button variant="default" size="xs" mt="xs" display="block" onClick={() => setAsked(true)}>
          {strings.turnOn}
        </Button>
      )}
      <TurnOnWindow opened={isAsked} workflow={null} kept={null} onClose={() => setAsked(false)} />
    </WarningNote>
  )
}

const StopAll = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const stop = useWorkflowChange('stop-workflow')
  return (
    <ConfirmWindow
      opened={opened}
      title={strings.stopAllTitle}
      text={strings.stopText}
      confirm={strings.stopAll}
      isPending={stop.isPending}
      error={stop.error}
      onConfirm={() => stop.mutate({ workflowId: null, on: true }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
