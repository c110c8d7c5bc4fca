import { Link } from '@tanstack/react-router'
import { IconMail } from '#icons'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { EmailReading, InboxEmail } from '#web/wire.ts'
import type { useMails } from './api.ts'
import classes from './mail.module.css'
import type { MailSearch } from './mail-search.ts'
import { OlderMail } from './older-mail.tsx'
import { strings } from './strings.ts'

/** The mails of a folder; the one that is open is marked. */
export const MailList = ({
  list,
  search,
  openId,
  mailboxId,
  reading,
  isOfUnsent,
}: {
  list: ReturnType<typeof useMails>
  search: MailSearch
  openId: string | undefined
  mailboxId: string
  reading: EmailReading | undefined
  /** Mails that did not leave: there are no older ones in the mailbox. */
  isOfUnsent: boolean
}) => {
  const older = isOfUnsent ? (
    <p className={classes.listFoot}>{strings.notSentKept}</p>
  ) : (
    reading && <OlderMail mailboxId={mailboxId} reading={reading} />
  )
  if (list.error) return <ErrorNote title={strings.loadFailed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <RowsPending rows={6} />
  if (list.rows.length === 0)
    return (
      <>
        <Empty
          icon={<IconMail size={24} stroke={1.6} />}
          title={isOfUnsent ? strings.notSentEmpty : strings.empty}
          text={isOfUnsent ? strings.notSentEmptyText : strings.emptyText}
        />
        {!isOfUnsent && older}
      </>
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.rows} role="list" aria-label={strings.list}>
        {list.rows.map((email) => (
          <Row key={email.id} email={email} search={search} isOpen={email.id === openId} />
        ))}
      </ul>
      <OlderRows list={list} />
      {!list.hasOlder && older}
    </>
  )
}

/** Of one of ours it is of interest whom it went to. */
const withWhom = ({ mail }: InboxEmail): string => {
  const [first] = mail.direction === 'out' ? mail.to : mail.from ? [mail.from] : []
  return first ? (first.name ?? first.email) : strings.unknownSender
}

const Row = ({ email, search, isOpen }: { email: InboxEmail; search: MailSearch; isOpen: boolean }) => {
  const { state } = email.mail
  return (
    <li>
      <Link
        to="/mail/$mailId"
        params={{ mailId: email.id }}
        search={search}
        className={classes.row}
        data-row={email.id}
        data-unread={email.unread || undefined}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className={classes.rowHead}>
          <bdi className={classes.rowName}>
            {email.unread && <span className="hidden-visually">{strings.unread} </span>}
            {withWhom(email)}
          </bdi>
          <span className={classes.rowTime}>
            <RelativeTime at={email.date} />
          </span>
        </span>
        <bdi className={classes.rowSubject}>{email.subject || strings.noSubject}</bdi>
        {state !== null && state !== 'sent' && (
          <span>
            <Pill tone={state === 'queued' || state === 'sending' ? undefined : 'bad'}>{strings.states[state]}</Pill>
          </span>
        )}
        <bdi className={classes.rowPreview}>{email.preview}</bdi>
      </Link>
    </li>
  )
}
