import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconChecks } from '#icons'
import { CallError, read } from '#web/gateway.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { BackgroundJob, BackgroundJobDecision, BackgroundJobState } from '#web/wire.ts'
import { isWorkerAway, nameOf, useWork } from './api.ts'
import { HeldWork } from './held-work.tsx'
import { strings } from './strings.ts'
import { type Asked, columns, mayDiscard, mayRetry, WorkActions, WorkRow } from './work-row.tsx'
import { DiscardWork, RetryWork } from './work-windows.tsx'

const route = getRouteApi('/staff/settings/background')

/** Settings → Background jobs: what is queued, what runs, and what failed. */
export const BackgroundPage = () => {
  const { work } = route.useSearch()
  const [state, setState] = useState<BackgroundJobState | null>(null)
  // The windows stand here and not in the rows: a row leaves once its job is retried or discarded.
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = (): void => setAsked(null)
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} />
      {work && <OneWork workId={work} onAsk={setAsked} />}
      <HeldWork />
      <AllWork state={state} onState={setState} onAsk={setAsked} />
      <RetryWork work={asked?.what === 'retry' ? asked.work : null} onClose={close} />
      <DiscardWork work={asked?.what === 'discard' ? asked.work : null} onClose={close} />
    </>
  )
}

/** The job that a link leads to. */
const OneWork = ({ workId, onAsk }: { workId: string; onAsk: (asked: Asked) => void }) => {
  const { data, error, isPending, refetch } = useQuery({ ...read('show-background-work', { workId }), retry: false })
  const isGone = error instanceof CallError && error.status === 404
  return (
    <Part
      title={isGone ? strings.oneGone : strings.oneTitle}
      actions={
        <Anchor component={Link} to="/settings/background" size="sm">
          {strings.showAll}
        </Anchor>
      }
    >
      {!isGone && <ErrorNote error={error} title={strings.oneFailed} onRetry={() => void refetch()} />}
      {isPending && !error && <RowsPending rows={1} />}
      {data && !isGone && (
        <List label={strings.oneTitle} isInset>
          <WorkRow work={data.work} onAsk={onAsk} />
        </List>
      )}
    </Part>
  )
}

const choices = ['dead', 'failed', 'held', 'waiting', 'running'] as const

const AllWork = ({
  state,
  onState,
  onAsk,
}: {
  state: BackgroundJobState | null
  onState: (state: BackgroundJobState | null) => void
  onAsk: (asked: Asked) => void
}) => {
  const list = useWork(state)
  const [newest] = list.data?.pages ?? []
  const work = list.data?.pages.flatMap((page) => page.work) ?? []
  const isIdle = newest !== undefined && Object.values(newest.counts).every((count) => count === 0)
  if (list.error) return <ErrorNote title={strings.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      {newest && <WorkerAway seenAt={newest.worker_seen_at} />}
      {newest?.elsewhere.map(
        ({ name, failed, paused }) => failed + paused > 0 && <Runs key={name} failed={failed} paused={paused} />,
      )}
      {!(isIdle && state === null) && (
        <Toolbar>
          <Select
            aria-label={strings.state}
            placeholder={strings.anyState}
            data={choices.map((value) => ({
              value,
              label: newest ? strings.choice(strings.states[value], newest.counts[value]) : strings.states[value],
            }))}
            value={state}
            onChange={(value) => onState(value as BackgroundJobState | null)}
            clearButtonProps={{ 'aria-label': strings.anyState }}
            clearable
          />
        </Toolbar>
      )}
      {list.isPending && <TablePending rows={4} />}
      {newest && work.length === 0 && (isIdle ? <AllDone /> : <NoneInState onAll={() => onState(null)} />)}
      {work.length > 0 && <WorkTable work={work} onAsk={onAsk} />}
      {list.hasNextPage && (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
      {newest && newest.decided.length > 0 && <History decided={newest.decided} />}
    </>
  )
}

/** Runs of workflows that need a person rest on their own pages. */
const Runs = ({ failed, paused }: { failed: number; paused: number }) => (
  <p className="dim">
    {strings.runs(failed, paused)}{' '}
    <Anchor component={Link} {...({ to: '/workflows/runs', search: { state: 'troubled' } } as object)} inherit>
      {strings.showRuns}
    </Anchor>
  </p>
)

const WorkTable = ({ work, onAsk }: { work: readonly BackgroundJob[]; onAsk: (asked: Asked) => void }) => {
  const selection = useSelection(work.map(({ id }) => id))
  const chosen = work.filter(({ id }) => selection.chosen.has(id))
  return (
    <>
      <DataTable
        label={strings.list}
        rows={work}
        idOf={({ id }) => id}
        name={strings.job}
        nameOf={(each) => <bdi title={nameOf(each)}>{nameOf(each)}</bdi>}
        columns={columns}
        selection={{ ...selection, labelOf: nameOf }}
        actionsOf={(each) => <WorkActions work={each} onAsk={onAsk} />}
        actionsWidth="11rem"
        noteOf={({ last_error }) => last_error && <bdi>{sentenceOf(last_error)}</bdi>}
      />
      <BulkBar selection={selection}>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          disabled={!chosen.some(mayRetry)}
          onClick={() => onAsk({ what: 'retry', work: chosen.filter(mayRetry) })}
        >
          {strings.retry}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          disabled={!chosen.some(mayDiscard)}
          onClick={() => onAsk({ what: 'discard', work: chosen.filter(mayDiscard) })}
        >
          {strings.discard}
        </Button>
      </BulkBar>
    </>
  )
}

const WorkerAway = ({ seenAt }: { seenAt: string | null }) =>
  isWorkerAway(seenAt) && (
    <WarningNote title={strings.workerAway}>
      {seenAt === null ? (
        strings.workerNever
      ) : (
        <>
          {strings.workerSeen} <RelativeTime at={seenAt} long />. {strings.workerFix}
        </>
      )}
    </WarningNote>
  )

const AllDone = () => (
  <Empty icon={<IconChecks size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
    <Button variant="default" component={Link} to="/settings/outbox">
      {strings.toOutbox}
    </Button>
    <Button variant="default" component={Link} to="/settings/webhooks">
      {strings.toWebhooks}
    </Button>
  </Empty>
)

const NoneInState = ({ onAll }: { onAll: () => void }) => (
  <NoMatch title={strings.noneInState} clear={strings.showAll} onClear={onAll} />
)

const History = ({ decided }: { decided: readonly BackgroundJobDecision[] }) => (
  <Part title={strings.decidedTitle}>
    <List label={strings.decidedTitle}>
      {decided.map((each) => (
        <ListRow
          key={`${each.work_id} ${each.at}`}
          title={
            <>
              {strings.decisions[each.decision]}
              <bdi>{strings.of(nameOf({ ...each, kind: each.summary === null ? 'inbox' : 'job', event: null }))}</bdi>
            </>
          }
          end={<RelativeTime at={each.at} />}
        >
          {each.reason && <bdi>{each.reason}</bdi>} {each.person && strings.by(each.person.name)}
        </ListRow>
      ))}
    </List>
  </Part>
)
