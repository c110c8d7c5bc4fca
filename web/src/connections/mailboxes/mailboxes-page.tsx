import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IconMailbox } from '#icons'
import { call, read } from '#web/gateway.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List } from '#web/ui/list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { say } from '#web/ui/say.tsx'
import type { Mailbox } from '#web/wire.ts'
import { AccountCalendars } from './account-calendars.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { DisconnectWindow } from './disconnect-window.tsx'
import { MailboxRow } from './mailbox-row.tsx'
import { SharingWindow } from './sharing-window.tsx'
import { SignatureWindow } from './signature-window.tsx'
import { strings } from './strings.ts'
import { TypedWindow } from './typed-window.tsx'
import { useMailboxChange } from './use-mailbox-change.ts'

const route = getRouteApi('/staff/settings/mailboxes')

/** Settings → Mailboxes: a member's own accounts, visible to their owner alone, and those of the team. */
export const MailboxesPage = () => {
  const { connected } = route.useSearch()
  useEffect(() => {
    if (connected) say(strings.connected)
  }, [connected])
  const { data, error, isPending, refetch } = useQuery({
    ...read('list-mailboxes', {}),
    // As long as a reading goes on one sees it go on.
    refetchInterval: ({ state }) => (state.data?.mailboxes.every(({ progress }) => progress === 'current') ? 60_000 : 5_000),
  })
  const [sharing, setSharing] = useState<Mailbox | null>(null)
  const [signed, setSigned] = useState<Mailbox | null>(null)
  const [leaving, setLeaving] = useState<Mailbox | null>(null)
  const sync = useMailboxChange('sync-mailbox')
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} width="form" actions={<Connect />} />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      <ErrorNote error={sync.error} title={strings.notSynced} />
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
              onSharing={() => setSharing(mailbox)}
              onSync={() => sync.mutate({ mailboxId: mailbox.id }, { onSuccess: () => say(strings.syncing) })}
              onSign={() => setSigned(mailbox)}
              onDisconnect={() => setLeaving(mailbox)}
            />
          ))}
        </List>
      )}
      <Stack gap="md" mt="md">
        {data?.mailboxes.some(({ is_own, has_calendar }) => is_own && has_calendar) && (
          <AccountCalendars mailboxes={data.mailboxes.filter(({ is_own, has_calendar }) => is_own && has_calendar)} />
        )}
        <CalendarFeed />
      </Stack>
      <SignatureWindow mailbox={signed} onClose={() => setSigned(null)} />
      <SharingWindow mailbox={sharing} onClose={() => setSharing(null)} />
      <DisconnectWindow mailbox={leaving} onClose={() => setLeaving(null)} />
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
