import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '#icons'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Session } from '#web/wire.ts'
import { agentInWords, kindOfAgent } from './agent.ts'
import { useOwnChange, useSessions } from './api.ts'
import { strings } from './strings.ts'

const icons = { desktop: IconDeviceDesktop, mobile: IconDeviceMobile, program: IconTerminal2 } as const

/** Every session of the reader, in all workspaces: this one first. */
export const SessionsPart = () => {
  const sessions = useSessions()
  const endOthers = useOwnChange('end-other-sessions')
  const list = useRef<HTMLDivElement>(null)
  const all = (sessions.data?.sessions ?? []).toSorted((a, b) => Number(b.current) - Number(a.current))
  // The button that was pressed goes with what it ended.
  const stayInList = (): void => list.current?.focus({ preventScroll: true })
  const end = (): void =>
    endOthers.mutate(
      {},
      {
        onSuccess: ({ ended }) => {
          say(strings.othersEnded(ended))
          stayInList()
        },
        onError: (error) => sayFailure(error, strings.endFailed),
      },
    )
  return (
    <Part
      title={strings.sessions}
      actions={
        all.length > 1 && (
          <Button variant="default" size="xs" loading={endOthers.isPending} onClick={end}>
            {strings.endOthers}
          </Button>
        )
      }
    >
      {!sessions.data && (
        <ErrorNote error={sessions.error} title={strings.sessionsFailed} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.isPending && <RowsPending rows={2} />}
      <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
        <List label={strings.sessions} isInset>
          {all.map((session) => (
            <SessionRow key={session.id} of={session} onEnded={stayInList} />
          ))}
        </List>
      </div>
      {all.length > 1 && (
        <Text size="sm" c="dimmed" mt="xs">
          {strings.notYou}
        </Text>
      )}
    </Part>
  )
}

const SessionRow = ({ of: session, onEnded }: { of: Session; onEnded(): void }) => {
  const endSession = useOwnChange('end-session')
  // A session that began before agents were kept; this one knows its own.
  const claimed = session.agent ?? (session.current ? navigator.userAgent : null)
  const agent = agentInWords(claimed)
  const Icon = icons[kindOfAgent(claimed)]
  // A promise, for the row may be gone before the answer is here, and the callbacks of `mutate` with it.
  const end = (): void =>
    void endSession.mutateAsync({ sessionId: session.id }).then(
      () => {
        say(strings.sessionEnded(agent))
        onEnded()
      },
      (error) => sayFailure(error, strings.endFailed),
    )
  return (
    <ListRow
      mark={<Icon size={20} stroke={1.6} />}
      title={agent}
      pills={session.current && <Pill tone="good">{strings.thisOne}</Pill>}
      actions={
        !session.current && (
          <Button
            variant="default"
            size="xs"
            loading={endSession.isPending}
            onClick={end}
            aria-label={strings.endSessionOf(agent)}
          >
            {strings.endSession}
          </Button>
        )
      }
    >
      {session.address !== null && (
        <>
          <bdi>{session.address}</bdi> ·{' '}
        </>
      )}
      {strings.signedIn} <RelativeTime at={session.created_at} />
      {!session.current && (
        <>
          {' '}
          · {strings.seen} <RelativeTime at={session.last_seen_at} />
        </>
      )}
    </ListRow>
  )
}
