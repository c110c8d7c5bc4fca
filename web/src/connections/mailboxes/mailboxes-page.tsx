import { Button, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IconMailbox } from '#icons'
import { call, read } from '#web/gateway.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { ActionName, Input, Mailbox } from '#web/wire.ts'
import { AccountCalendars } from './account-calendars.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { SignatureWindow } from './signature-window.tsx'
import { strings } from './strings.ts'
import { TypedWindow } from './typed-window.tsx'

const route = getRouteApi('/staff/settings/mailboxes')

const useChange = <Name extends ActionName>(name: Name) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-mailboxes'] }),
  })
}

/** Settings → Mailboxes: a member's own accounts, visible to their owner alone, and those of the team. */
export const MailboxesPage = () => {
  const { connected } = route.useSearch()
  useEffect(() => {
    if (connected) say(strings.connected)
  }, [connected])
  const { data, error, isPending, refetch } = useQuery(read('list-mailboxes', {}))
  const [asked, setAsked] = useState<{ mailbox: Mailbox; what: 'share' | 'disconnect' } | null>(null)
  const [signed, setSigned] = useState<Mailbox | null>(null)
  const update = useChange('update-mailbox')
  const disconnect = useChange('disconnect-mailbox')
  const sync = useChange('sync-mailbox')
  const close = (): void => {
    update.reset()
    disconnect.reset()
    setAsked(null)
  }
  const share = (mailbox: Mailbox, kind: 'team' | 'personal'): void =>
    update.mutate(
      { mailboxId: mailbox.id, kind },
      {
        onSuccess: () => {
          say(kind === 'team' ? strings.shared : strings.kept)
          close()
        },
      },
    )
  const isSharing = asked?.what === 'share'
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} width="form" actions={<Connect />} />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={2} />}
      {data?.mailboxes.length === 0 && (
        <Empty icon={<IconMailbox size={24} stroke={1.6} />} title={strings.empty} text={strings.emptyText} />
      )}
      {data && data.mailboxes.length > 0 && (
        <List label={strings.list}>
          {data.mailboxes.map((mailbox) => (
            <MailboxRow
              key={mailbox.id}
              mailbox={mailbox}
              onShare={() => setAsked({ mailbox, what: 'share' })}
              onSync={() => sync.mutate({ mailboxId: mailbox.id }, { onSuccess: () => say(strings.syncing) })}
              onKeep={() => share(mailbox, 'personal')}
              onSign={() => setSigned(mailbox)}
              onDisconnect={() => setAsked({ mailbox, what: 'disconnect' })}
            />
          ))}
        </List>
      )}
      {data?.mailboxes.some(({ is_own, has_calendar }) => is_own && has_calendar) && (
        <AccountCalendars mailboxes={data.mailboxes.filter(({ is_own, has_calendar }) => is_own && has_calendar)} />
      )}
      <CalendarFeed />
      <SignatureWindow mailbox={signed} onClose={() => setSigned(null)} />
      <ConfirmWindow
        opened={asked !== null}
        title={isSharing ? strings.shareTitle : strings.disconnectTitle}
        about={asked?.mailbox.email}
        text={isSharing ? strings.shareText : strings.disconnectText}
        confirm={isSharing ? strings.share : strings.disconnect}
        cancel={isSharing ? strings.unshare : strings.keep}
        isFinal={!isSharing}
        error={update.error ?? disconnect.error}
        isPending={update.isPending || disconnect.isPending}
        onConfirm={() => {
          if (asked?.what === 'share') share(asked.mailbox, 'team')
          else if (asked)
            disconnect.mutate(
              { mailboxId: asked.mailbox.id },
              {
                onSuccess: () => {
                  say(strings.disconnected)
                  close()
                },
              },
            )
        }}
        onClose={close}
      />
    </>
  )
}

/** Leads to Google's page, and comes back to this one; or asks for the servers of any other account. */
const Connect = () => {
  const [isTyping, setIsTyping] = useState(false)
  const connect = useMutation({
    mutationFn: (wants: ('calendar' | 'mail')[]) => call('connect-mailbox', { provider: 'google', wants }),
    onSuccess: (answer) => 'authorizeUrl' in answer && location.assign(answer.authorizeUrl),
  })
  return (
    <>
      <ErrorNote error={connect.error} title={strings.notConnected} />
      <Group gap="xs">
        <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate(['calendar'])}>
          {strings.connectCalendar}
        </Button>
        <Button variant="default" onClick={() => setIsTyping(true)}>
          {strings.connectTyped}
        </Button>
        <Button loading={connect.isPending} onClick={() => connect.mutate(['calendar', 'mail'])}>
          {strings.connect}
        </Button>
      </Group>
      <TypedWindow opened={isTyping} onClose={() => setIsTyping(false)} />
    </>
  )
}

const toneOf = ({ status }: Mailbox): 'good' | 'bad' => (status === 'connected' ? 'good' : 'bad')

const usesOf = ({ has_mail, has_calendar }: Mailbox): string => {
  if (has_mail && has_calendar) return strings.uses.both
  if (has_mail) return strings.uses.mail
  return has_calendar ? strings.uses.calendar : strings.uses.none
}

/** A password was changed at the server. */
const Reconnect = ({ email }: { email: string }) => {
  const [isTyping, setIsTyping] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setIsTyping(true)}>
        {strings.reconnect}
      </Button>
      <TypedWindow opened={isTyping} email={email} onClose={() => setIsTyping(false)} />
    </>
  )
}

const MailboxRow = ({
  mailbox,
  onShare,
  onSync,
  onKeep,
  onSign,
  onDisconnect,
}: {
  mailbox: Mailbox
  onShare: () => void
  onSync: () => void
  onKeep: () => void
  onSign: () => void
  onDisconnect: () => void
}) => (
  <ListRow
    title={<bdi>{mailbox.email}</bdi>}
    pills={
      <>
        <Pill tone={toneOf(mailbox)}>{strings.states[mailbox.status]}</Pill>
        <Pill>{mailbox.kind === 'team' ? strings.team : strings.personal}</Pill>
      </>
    }
    actions={
      mailbox.is_own && (
        <Group gap="xs">
          {mailbox.has_calendar && (
            <Button size="xs" variant="default" onClick={onSync}>
              {strings.sync}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={mailbox.kind === 'team' ? onKeep : onShare}>
            {mailbox.kind === 'team' ? strings.unshare : strings.share}
          </Button>
          {mailbox.has_mail && (
            <Button size="xs" variant="default" onClick={onSign}>
              {strings.signature}
              <span className="hidden-visually"> {mailbox.email}</span>
            </Button>
          )}
          {mailbox.provider === 'imap' && mailbox.status === 'error' && <Reconnect email={mailbox.email} />}
          <Button size="xs" variant="default" onClick={onDisconnect}>
            {strings.disconnect}
            <span className="hidden-visually"> {mailbox.email}</span>
          </Button>
        </Group>
      )
    }
  >
    {usesOf(mailbox)}
    {!mailbox.is_own && (
      <>
        {' · '}
        <bdi>{mailbox.person.name}</bdi>
      </>
    )}
    {mailbox.behind_since ? (
      <>
        {' · '}
        {strings.behind} <RelativeTime at={mailbox.behind_since} />
      </>
    ) : (
      mailbox.synced_at && (
        <>
          {' · '}
          {strings.asOf} <RelativeTime at={mailbox.synced_at} />
        </>
      )
    )}
    {mailbox.last_error && (
      <>
        {' · '}
        <bdi>{mailbox.last_error}</bdi>
      </>
    )}
  </ListRow>
)
