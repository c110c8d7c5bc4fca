import { Link } from '@tanstack/react-router'
import { IconPencil } from '#icons'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { useDrafts } from './api.ts'
import classes from './mail.module.css'
import type { MailSearch } from './mail-search.ts'
import { strings } from './strings.ts'

/** What the folder of the page's address is called that is Foyer's own. */
export const draftsFolder = 'foyer-drafts'

/** The emails that a member is writing, in whichever mailbox. */
export const DraftList = ({ list, search }: { list: ReturnType<typeof useDrafts>; search: MailSearch }) => {
  const { data, error, isPending, refetch } = list
  if (isPending) return <RowsPending rows={3} />
  if (error && !data) return <ErrorNote title={strings.loadFailed} error={error} onRetry={() => void refetch()} />
  if (!data || data.drafts.length === 0)
    return <Empty icon={<IconPencil size={24} stroke={1.6} />} title={strings.draftsEmpty} text={strings.draftsEmptyText} />
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.rows} role="list" aria-label={strings.drafts}>
        {data.drafts.map(({ id, to, subject, preview, updated_at }) => (
          <li key={id}>
            <Link to="." search={{ ...search, draft: id }} className={classes.row}>
              <span className={classes.rowHead}>
                <bdi className={classes.rowName}>{to.trim() || strings.noRecipient}</bdi>
                <span className={classes.rowTime}>
                  <RelativeTime at={updated_at} />
                </span>
              </span>
              <bdi className={classes.rowSubject}>{subject || strings.noSubject}</bdi>
              <bdi className={classes.rowPreview}>{preview}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.listFoot}>{strings.draftsKept}</p>
    </>
  )
}
