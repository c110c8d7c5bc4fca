import { Button, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react'
import { useRef } from 'react'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { notifications } from '#web/ui/notifications.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Session } from '#web/wire.ts'
import { agentInWords, kindOfAgent } from './agent.ts'
import { useOwnChange, useSessions } from './api.ts'
import classes from './profile.module.css'
import { strings } from './strings.ts'

const icons = { desktop: IconDeviceDesktop, mobile: IconDeviceMobile, program: IconTerminal2 } as const

/** Every session of the reader, in all workspaces: this one first. */
export const SessionsCard = () => {
  const sessions = useSessions()
  const endOthers = useOwnChange('end-other-sessions')
  const list = useRef<HTMLUListElement>(null)
  const all = (sessions.data?.sessions ?? []).toSorted((a, b) => Number(b.current) - Number(a.current))
  // The button that was pressed goes with what it ended.
  const stayInList = (): void => list.current?.focus({ preventScroll: true })
  const end = (): void =>
    endOthers.mutate(
      {},
      {
        onSuccess: ({ ended }) => {
          notifications.show({ message: strings.othersEnded(ended), color: 'teal' })
          stayInList()
        },
        onError: (error) => notifications.show({ title: strings.endFailed, message: sentenceOf(error), color: 'red' }),
      },
    )
  return (
    <Card
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
      <ul className={classes.list} aria-label={strings.sessions} ref={list} tabIndex={-1}>
        {all.map((session) => (
          <SessionRow key={session.id} of={session} onEnded={stayInList} />
        ))}
      </ul>
      {all.length > 1 && (
        <Text size="sm" c="dimmed" mt="xs">
          {strings.notYou}
        </Text>
      )}
    </Card>
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
        notifications.show({ message: strings.sessionEnded(agent), color: 'teal' })
        onEnded()
      },
      (error) => notifications.show({ title: strings.endFailed, message: sentenceOf(error), color: 'red' }),
    )
  return (
    <li className={classes.row}>
      <span className={classes.mark} aria-hidden>
        <Icon size={20} stroke={1.6} />
      </span>
      <div className={classes.what}>
        <div className={classes.name}>
          {agent} {session.current && <Pill tone="good">{strings.thisOne}</Pill>}
        </div>
        <div className={classes.quiet}>
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
        </div>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={endSession.isPending}
          onClick={end}
          aria-label={strings.endSessionOf(agent)}
        >
          {strings.endSession}
        </Button>
      )}
    </li>
  )
}
