import { Button } from '@mantine/core'
import { IconBellCheck, IconChecks } from '#icons'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useMarkRead, useNewestNotices } from './api.ts'
import { NoticeList } from './notice-list.tsx'
import { strings } from './strings.ts'

/** Every notice, newest first. */
export const NoticesPage = () => {
  const list = useKeyset('list-notices', { limit: 50 }, { rows: (answer) => answer.notices, on: ['notice.raised'] })
  const { data } = useNewestNotices()
  const mark = useMarkRead()
  const newest = list.rows[0]
  return (
    <>
      <PageHeader
        title={strings.title}
        actions={
          newest &&
          (data?.unread ?? 0) > 0 && (
            <Button
              variant="default"
              leftSection={<IconChecks size={16} aria-hidden />}
              loading={mark.isPending}
              onClick={() => mark.mutate(newest.id)}
            >
              {strings.markAll}
            </Button>
          )
        }
      />
      <ErrorNote error={mark.error} title={strings.markFailed} />
      <ErrorNote error={list.error} title={strings.loadFailed} onRetry={list.retry} />
      {list.isPending && !list.error && <RowsPending rows={4} />}
      {!list.isPending && !list.error && list.rows.length === 0 && (
        <Empty icon={<IconBellCheck size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText} />
      )}
      {list.rows.length > 0 && (
        <>
          <NewAbove arrived={list.arrived} />
          <NoticeList notices={list.rows} onFollow={(notice) => !notice.read && mark.mutate(notice.id)} />
          <OlderRows list={list} />
        </>
      )}
    </>
  )
}
