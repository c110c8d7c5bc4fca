import { Anchor, Button, Select } from '@mantine/core'
import { IconChecks, IconMoodEmpty } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CallError, read } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { type Decided, isWorkerAway, nameOf, useWork, type WorkState } from './api.ts'
import classes from './background.module.css'
import { HeldCard } from './held-card.tsx'
import { strings } from './strings.ts'
import { type Asked, WorkRow } from './work-row.tsx'
import { DropWork, ReplayWork } from './work-windows.tsx'

const route = getRouteApi('/staff/settings/background')

/** Settings → Background work: what waits, what runs, and what has stopped and waits for somebody. */
export const BackgroundPage = () => {
  const { work } = route.useSearch()
  const [state, setState] = useState<WorkState | null>(null)
  // The windows stand here and not in the rows: a row leaves with what was decided about it.
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = (): void => setAsked(null)
  return (
    <>
      <PageHeader title={strings.title} about={strings.lead} />
      <div className={classes.stack}>
        {work && <OneWork workId={work} onAsk={setAsked} />}
        <HeldCard />
        <AllWork state={state} onState={setState} onAsk={setAsked} />
      </div>
      <ReplayWork work={asked?.what === 'replay' ? asked.work : null} onClose={close} />
      <DropWork work={asked?.what === 'drop' ? asked.work : null} onClose={close} />
    </>
  )
}

/** The work that somebody was sent here for. */
const OneWork = ({ workId, onAsk }: { workId: string; onAsk: (asked: Asked) => void }) => {
  const { data, error, isPending, refetch } = useQuery({ ...read('show-background-work', { workId }), retry: false })
  const isGone = error instanceof CallError && error.status === 404
  return (
    <Card
      title={isGone ? strings.oneGone : strings.oneTitle}
      actions={
        <Anchor component={Link} to="/settings/background" size="sm">
          {strings.showAll}
        </Anchor>
      }
    >
      {!isGone && <ErrorNote error={error} title={strings.oneFailed} onRetry={() => void refetch()} />}
      {isPending && !error && <RowsPending rows={1} />}
      {data && !isGone && <WorkRow work={data.work} onAsk={onAsk} />}
    </Card>
  )
}

const choices = ['dead', 'failed', 'held', 'waiting', 'running'] as const

const AllWork = ({
  state,
  onState,
  onAsk,
}: {
  state: WorkState | null
  onState: (state: WorkState | null) => void
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
      <div>
        {!(isIdle && state === null) && (
          <Select
            className={classes.filter ?? ''}
            label={strings.state}
            placeholder={strings.anyState}
            data={choices.map((value) => ({
              value,
              label: newest ? strings.choice(strings.states[value], newest.counts[value]) : strings.states[value],
            }))}
            value={state}
            onChange={(value) => onState(value as WorkState | null)}
            clearButtonProps={{ 'aria-label': strings.anyState }}
            clearable
          />
        )}
        {list.isPending && <RowsPending rows={4} />}
        {newest && work.length === 0 && (isIdle ? <AllDone /> : <NoneInState onAll={() => onState(null)} />)}
        {work.length > 0 && (
          // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
          <ul className={classes.list} role="list" aria-label={strings.list}>
            {work.map((each) => (
              <li key={each.id} className={classes.row}>
                <WorkRow work={each} onAsk={onAsk} />
              </li>
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {strings.more}
          </Button>
        )}
      </div>
      {newest && newest.decided.length > 0 && <DecidedLately decided={newest.decided} />}
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
          {strings.workerSeen} <RelativeTime at={seenAt} long />. {strings.workerMend}
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
  <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={strings.noneInState} text={strings.noneInStateText}>
    <Button variant="default" onClick={onAll}>
      {strings.showAll}
    </Button>
  </Empty>
)

const DecidedLately = ({ decided }: { decided: readonly Decided[] }) => (
  <Card title={strings.decidedTitle}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul className={classes.decided} role="list">
      {decided.map((each) => (
        <li key={`${each.work_id} ${each.at}`}>
          <div>
            {strings.decisions[each.decision]}
            <bdi>{strings.of(nameOf({ ...each, kind: each.summary === null ? 'inbox' : 'job' }))}</bdi>
          </div>
          {each.reason && (
            <div className={classes.reason}>
              <bdi>{each.reason}</bdi>
            </div>
          )}
          <div className={classes.quiet}>
            <RelativeTime at={each.at} long />
            {each.person && ` · ${strings.by(each.person.name)}`}
          </div>
        </li>
      ))}
    </ul>
  </Card>
)
