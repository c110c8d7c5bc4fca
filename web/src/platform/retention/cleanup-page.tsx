import { Button, Progress, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck } from '#icons'
import { counted } from '#web/i18n/format.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { Cleanup, CleanupCount } from '#web/wire.ts'
import { sumOf, useCleanup, useDue, useLastCleanup } from './api.ts'
import { kindNames, strings } from './strings.ts'

/** What has expired, how much of it there is and how old it is; then it is removed, and no more than that. */
export const CleanupPage = () => {
  const last = useLastCleanup()
  const cleanup = last.data?.cleanup ?? null
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} width="form" />
      <FormPage>
        {cleanup?.state === 'running' ? <Running cleanup={cleanup} /> : <Due />}
        {cleanup && cleanup.state !== 'running' && <Last cleanup={cleanup} />}
      </FormPage>
    </>
  )
}

const columns: readonly Column<CleanupCount>[] = [
  {
    key: 'oldest',
    name: strings.oldest,
    cell: ({ oldest_at }) => oldest_at && <RelativeTime at={oldest_at} long />,
    phone: 'below',
  },
  {
    key: 'kept',
    name: strings.kept,
    cell: ({ kept_days }) => (kept_days === null ? '' : strings.days(kept_days)),
    width: '6rem',
    isExtra: true,
  },
  {
    key: 'count',
    name: strings.count,
    cell: ({ count }) => (count === 0 ? strings.none : counted(count)),
    width: '6rem',
    atEnd: true,
    phone: 'end',
  },
]

const Due = () => {
  const due = useDue()
  const [opened, window] = useDisclosure(false)
  const run = useCleanup((removed, isRunning) => {
    window.close()
    if (!isRunning) say(strings.removed(sumOf(removed)))
  })
  if (due.error) return <ErrorNote title={strings.loadFailed} error={due.error} onRetry={due.refetch} />
  if (due.isPending) return <TablePending rows={6} />
  const all = sumOf(due.data.removed)
  return (
    <Part
      title={strings.due}
      text={strings.dueText}
      actions={
        <Button variant="subtle" size="compact-sm" loading={due.isFetching} onClick={() => void due.refetch()}>
          {strings.countAgain}
        </Button>
      }
    >
      {all === 0 ? (
        <Empty icon={<IconCheck size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText} />
      ) : (
        <>
          <DataTable
            label={strings.list}
            rows={due.data.kinds}
            idOf={({ kind }) => kind}
            name={strings.kind}
            nameOf={({ kind }) => kindNames[kind]}
            columns={columns}
            isInset
          />
          <Button mt="md" color="red" onClick={window.open}>
            {strings.remove(all)}
          </Button>
        </>
      )}
      <ConfirmWindow
        opened={opened}
        title={strings.confirmTitle}
        text={strings.confirmText(all)}
        confirm={strings.confirm}
        isFinal
        isPending={run.isPending}
        error={run.error}
        onConfirm={() => run.mutate()}
        onClose={window.close}
      />
    </Part>
  )
}

const Running = ({ cleanup: { removed, planned } }: { cleanup: Cleanup }) => {
  const [done, all] = [sumOf(removed), sumOf(planned)]
  return (
    <Part title={strings.running}>
      <Progress value={all === 0 ? 100 : Math.min(100, (done / all) * 100)} aria-label={strings.running} mb={8} />
      <Text size="sm" role="status">
        {strings.progress(done, all)}
      </Text>
    </Part>
  )
}

const Last = ({ cleanup: { removed, started_by: by, ended_at: at } }: { cleanup: Cleanup }) => (
  <Part title={strings.last}>
    <Text size="sm">
      {strings.lastText(sumOf(removed), by?.name ?? '')}
      {at && (
        <>
          {' · '}
          <RelativeTime at={at} long />
        </>
      )}
    </Text>
  </Part>
)
