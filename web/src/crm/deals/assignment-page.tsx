import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconBeach } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { onDay } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import { say, sayFailure, type Turn, useDealChange, useTurns } from './api.ts'
import classes from './deals.module.css'
import { strings } from './strings.ts'

/** Settings → Assignment: who gets the next deal, how often each had a turn, and who is away. */
export const AssignmentPage = () => {
  const { role, person } = useSession()
  const { data, error, isPending, refetch } = useTurns()
  const [leaving, setLeaving] = useState<Turn | null>(null)
  return (
    <>
      <PageHeader title={strings.assignment} about={strings.assignmentLead} />
      <ErrorNote error={error} title={strings.turnsFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      {data?.turns.length === 0 && (
        <Empty icon={<IconBeach size={24} stroke={1.6} />} title={strings.noTurns} text={strings.noTurnsText}>
          <Button component={Link} to="/settings/members">
            {strings.toMembers}
          </Button>
        </Empty>
      )}
      {data && data.turns.length > 0 && (
        <Card title={strings.turns}>
          {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
          <ul className={classes.tasks} role="list" aria-label={strings.turns}>
            {data.turns.map((turn, n) => (
              <TurnRow
                key={turn.person.id}
                turn={turn}
                isNext={n === 0 && turn.is_eligible}
                mayChange={turn.person.id === person.id || isAtLeast(role, 'admin')}
                onLeave={setLeaving}
              />
            ))}
          </ul>
        </Card>
      )}
      <AwayWindow turn={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

const TurnRow = ({
  turn,
  isNext,
  mayChange,
  onLeave,
}: {
  turn: Turn
  /** The next deal goes to them. */
  isNext: boolean
  mayChange: boolean
  onLeave: (turn: Turn) => void
}) => {
  const back = useDealChange('set-absence')
  const isAway = turn.away_from !== null
  return (
    <li className={classes.task}>
      <Avatar name={turn.person.name} />
      <div className={classes.taskBody}>
        <div className={classes.taskTitle}>
          <bdi>{turn.person.name}</bdi> {isNext && <Pill tone="accent">{strings.isNext}</Pill>} <Standing turn={turn} />
        </div>
        <div className={classes.dim}>
          {strings.turnsHad(turn.turns)}
          {turn.last_turn_at !== null && (
            <>
              {' · '}
              {strings.lastTurn} <RelativeTime at={turn.last_turn_at} />
            </>
          )}
        </div>
      </div>
      {mayChange && (
        <Button
          size="xs"
          variant="default"
          loading={back.isPending}
          onClick={() =>
            isAway
              ? back.mutate(
                  { userId: turn.person.id, here: true },
                  { onError: (error) => sayFailure(error, strings.absenceNotSaved) },
                )
              : onLeave(turn)
          }
        >
          {isAway ? strings.isBack : strings.setAway}
          <span className="hidden-visually">: {turn.person.name}</span>
        </Button>
      )}
    </li>
  )
}

const Standing = ({ turn: { away_from, away_until, is_eligible } }: { turn: Turn }) => {
  const nowMs = useClock()
  if (away_from === null) return is_eligible ? <Pill tone="good">{strings.takesPart}</Pill> : <Pill>{strings.takesNoPart}</Pill>
  if (Date.parse(away_from) > nowMs)
    return (
      <Pill>
        {away_until === null ? strings.awayFrom(onDay(away_from)) : strings.awayBetween(onDay(away_from), onDay(away_until))}
      </Pill>
    )
  return <Pill tone="warn">{away_until === null ? strings.away : strings.awayUntil(onDay(away_until))}</Pill>
}

/** The first and the last day; without them from now on, and until somebody says otherwise. */
const AwayWindow = ({ turn, onClose }: { turn: Turn | null; onClose: () => void }) => (
  <Window opened={turn !== null} onClose={onClose} title={strings.awayTitle(turn?.person.name ?? '')}>
    {turn && <AwayForm key={turn.person.id} turn={turn} onClose={onClose} />}
  </Window>
)

const AwayForm = ({ turn, onClose }: { turn: Turn; onClose: () => void }) => {
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const set = useDealChange('set-absence')
  const fault = from !== '' && until !== '' && until < from ? strings.untilBeforeFrom : fieldError(set.error, 'until')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (from !== '' && until !== '' && until < from) return
        set.mutate(
          {
            userId: turn.person.id,
            ...(from !== '' && { from: startOf(from).toISOString() }),
            ...(until !== '' && { until: endOf(until).toISOString() }),
          },
          {
            onSuccess: () => {
              say(strings.absenceSaved(turn.person.name))
              onClose()
            },
          },
        )
      }}
    >
      <Stack>
        <ErrorNote error={set.error} title={strings.absenceNotSaved} />
        <p className={classes.dim}>{strings.awayText}</p>
        <div className={classes.pair}>
          <TextInput
            type="date"
            label={strings.firstDay}
            description={strings.firstDayHint}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={strings.lastDay}
            description={strings.lastDayHint}
            value={until}
            error={fault}
            onChange={({ currentTarget }) => setUntil(currentTarget.value)}
          />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={set.isPending}>
            {strings.setAway}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Days of the reader's own zone: the first from its beginning, the last to its end. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00`)
const endOf = (day: string): Date => new Date(`${day}T23:59:59`)
