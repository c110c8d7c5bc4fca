import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { useMarkRead, useNewestNotices } from './api.ts'
import { NoticeList } from './notice-list.tsx'
import classes from './notices.module.css'
import { strings } from './strings.ts'

/** What hangs from the bell: the newest notices. Loaded when it is first asked for. */
export const Panel = ({ onClose }: { onClose: () => void }) => {
  const { data, error, isPending, refetch } = useNewestNotices()
  const mark = useMarkRead()
  const newest = data?.notices[0]
  return (
    <>
      <div className={classes.head}>
        <strong>{strings.title}</strong>
        {newest && (data?.unread ?? 0) > 0 && (
          <Button variant="subtle" size="compact-sm" loading={mark.isPending} onClick={() => mark.mutate(newest.id)}>
            {strings.markAll}
          </Button>
        )}
      </div>
      <div className={classes.scroll}>
        {(error || mark.error) && (
          <div className={classes.note}>
            <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
            <ErrorNote error={mark.error} title={strings.markFailed} />
          </div>
        )}
        {isPending && <RowsPending rows={2} />}
        {data && data.notices.length === 0 && (
          <div className={classes.empty}>
            <strong>{strings.emptyTitle}</strong>
            {strings.emptyText}
          </div>
        )}
        {data && data.notices.length > 0 && (
          <NoticeList
            notices={data.notices}
            onFollow={(notice) => {
              if (!notice.read) mark.mutate(notice.id)
              onClose()
            }}
          />
        )}
      </div>
      <div className={classes.foot}>
        <Link to="/notices" onClick={onClose} data-autofocus>
          {strings.seeAll}
        </Link>
      </div>
    </>
  )
}
