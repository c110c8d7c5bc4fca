import { Button, Group, Title } from '@mantine/core'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { IconMail, IconPencil } from '#icons'
import { serverReason } from '#web/i18n/server-messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader, useTabTitle } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import type { EmailFolder, Mailbox } from '#web/wire.ts'
import { useDrafts, useFolders, useMailboxes, useMailChange, useMails } from './api.ts'
import { DraftList, draftsFolder } from './draft-list.tsx'
import classes from './mail.module.css'
import { MailList } from './mail-list.tsx'
import { MailPane } from './mail-pane.tsx'
import type { MailSearch } from './mail-search.ts'
import { newEmail } from './quoting.ts'
import { strings } from './strings.ts'
import { useCompose } from './use-compose.ts'

const ComposeWindow = laterWindow(() => import('./compose-window.tsx').then(({ ComposeWindow }) => ComposeWindow))

const route = getRouteApi('/staff/mail')

/** Mailboxes as a mail program shows them: a member's own, and those of the team. */
export const MailPage = () => {
  const { mailboxes, error, isPending, refetch } = useMailboxes()
  const search = route.useSearch()
  const mailbox = mailboxes?.find(({ email }) => email === search.box) ?? mailboxes?.[0]
  if (!mailbox)
    return (
      <>
        <PageHeader title={strings.title} />
        {isPending && <RowsPending rows={4} />}
        <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
        {mailboxes && (
          <Empty icon={<IconMail size={24} stroke={1.6} />} title={strings.noMailbox} text={strings.noMailboxText}>
            <Button component={Link} to="/settings/mailboxes">
              {strings.toMailboxes}
            </Button>
          </Empty>
        )}
      </>
    )
  return <Program mailbox={mailbox} mailboxes={mailboxes ?? []} search={search} />
}

const Program = ({ mailbox, mailboxes, search }: { mailbox: Mailbox; mailboxes: readonly Mailbox[]; search: MailSearch }) => {
  const { mailId } = useParams({ strict: false })
  const navigate = useNavigate()
  const folders = useFolders(mailbox.email)
  const folder = search.folder ?? 'INBOX'
  const isOfDrafts = folder === draftsFolder
  const list = useMails(mailbox.email, isOfDrafts ? 'INBOX' : folder)
  const notSent = folders.data?.folders.find(({ role }) => role === 'not_sent')
  const isOfUnsent = notSent !== undefined && folder === notSent.id
  const drafts = useDrafts()
  const draftCount = drafts.data?.drafts.length ?? 0
  const compose = useCompose(search, drafts.data?.drafts ?? [])
  useTabTitle(strings.title)
  useBegunTo(search, (to) => compose.write(newEmail(mailbox.email, to)))
  return (
    <div className={classes.mail} data-fills data-open={mailId === undefined ? undefined : true}>
      <section className={classes.list} aria-label={strings.title}>
        <div className={classes.listHead}>
          <Title order={mailId === undefined ? 1 : 2} className={classes.listTitle ?? ''} tabIndex={-1}>
            {strings.title}
          </Title>
          <Button
            size="xs"
            leftSection={<IconPencil size={15} aria-hidden />}
            onClick={() => compose.write(newEmail(mailbox.email))}
          >
            {strings.write}
          </Button>
        </div>
        <div className={classes.choices}>
          {mailboxes.length > 1 && (
            <Select
              aria-label={strings.mailbox}
              data={mailboxes.map(({ email }) => ({ value: email, label: email }))}
              value={mailbox.email}
              allowDeselect={false}
              onChange={(box) => box && void navigate({ to: '/mail', search: { box } })}
            />
          )}
          <Select
            aria-label={strings.folder}
            data={[
              ...(folders.data?.folders ?? []).toSorted(byRole).map((each) => ({ value: each.id, label: folderName(each) })),
              { value: draftsFolder, label: strings.ownDrafts(draftCount) },
            ]}
            value={
              isOfDrafts
                ? draftsFolder
                : folders.data?.folders.find(({ id, role }) => id === folder || (folder === 'INBOX' && role === 'inbox'))?.id
            }
            allowDeselect={false}
            onChange={(id) => id && void navigate({ to: '/mail', search: { ...search, folder: id } })}
          />
        </div>
        <OwnLists mailbox={mailbox} folder={folder} notSent={notSent} draftCount={draftCount} />
        <section
          className={classes.listBody}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
          tabIndex={0}
          aria-label={strings.list}
        >
          {isOfDrafts ? (
            <DraftList list={drafts} search={search} />
          ) : (
            <MailList
              list={list}
              search={search}
              openId={mailId}
              mailboxId={mailbox.id}
              reading={folders.data?.reading}
              isOfUnsent={isOfUnsent}
            />
          )}
        </section>
      </section>
      {mailId === undefined ? (
        <div className={classes.nothing}>
          {list.rows.length > 0 && (
            <Empty icon={<IconMail size={24} stroke={1.6} />} title={strings.choose} text={strings.chooseText} />
          )}
        </div>
      ) : (
        <MailPane
          key={mailId}
          id={mailId}
          userEmail={mailbox.email}
          search={search}
          onWrite={compose.write}
          onTakenBack={(draftId) => compose.takenBack(draftId, mailbox.email)}
        />
      )}
      <ComposeWindow compose={compose} mailboxes={mailboxes} opened={compose.draft !== null} />
    </div>
  )
}

/** How old the copy is, and the way to the lists that are Foyer’s own. */
const OwnLists = ({
  mailbox,
  folder,
  notSent,
  draftCount,
}: {
  mailbox: Mailbox
  folder: string
  notSent: EmailFolder | undefined
  draftCount: number
}) => {
  const isOfDrafts = folder === draftsFolder
  return (
    <Group justify="space-between" wrap="nowrap" className={classes.standing ?? ''}>
      <Standing mailbox={mailbox} />
      {notSent !== undefined && notSent.unread > 0 && folder !== notSent.id && (
        <Link to="/mail" className={classes.toUnsent} search={{ box: mailbox.email, folder: notSent.id }}>
          {strings.notSentCount(notSent.unread)}
        </Link>
      )}
      <Link
        to="/mail"
        className={classes.toDrafts}
        search={{ box: mailbox.email, ...(!isOfDrafts && { folder: draftsFolder }) }}
      >
        {isOfDrafts ? strings.toInbox : strings.draftsCount(draftCount)}
      </Link>
    </Group>
  )
}

/** Begins an email to whom the address names, once: it is taken out of the address. */
const useBegunTo = ({ to, ...search }: MailSearch, begin: (to: string) => void): void => {
  const navigate = useNavigate()
  const write = useEffectEvent(() => {
    if (to === undefined) return
    begin(to)
    void navigate({ to: '.', search: search as never, replace: true })
  })
  useEffect(() => {
    if (to !== undefined) write()
  }, [to])
}

const order: readonly (string | null)[] = ['inbox', 'sent', 'drafts', 'archive', 'all', null, 'spam', 'trash', 'not_sent']
const byRole = (one: EmailFolder, other: EmailFolder): number => order.indexOf(one.role) - order.indexOf(other.role)

const folderName = ({ name, role, unread }: EmailFolder): string =>
  strings.folderUnread(role === null ? name : strings.folders[role], unread)

/** How old the copy is, in words and times. */
const Standing = ({ mailbox: { id, mail } }: { mailbox: Mailbox }) => {
  const sync = useMailChange('sync-mailbox')
  if (!mail) return null
  const words =
    mail.listed !== null ? (
      (mail.synced_at === null ? strings.readingFirst : strings.readingAll)(mail.copied, mail.listed)
    ) : mail.behind_since ? (
      <>
        {strings.behindSince} <RelativeTime at={mail.behind_since} />
        {mail.last_error && (
          <>
            : <bdi>{serverReason(mail.last_error)}</bdi>
          </>
        )}
      </>
    ) : mail.synced_at ? (
      <>
        {strings.asOf} <RelativeTime at={mail.synced_at} />
      </>
    ) : (
      strings.readingBegins
    )
  return (
    <p role="status">
      {words}{' '}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        onClick={() => sync.mutate({ mailboxId: id }, { onSuccess: () => say(strings.syncing) })}
      >
        {strings.syncNow}
      </Button>
    </p>
  )
}
