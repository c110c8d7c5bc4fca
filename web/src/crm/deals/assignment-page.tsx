import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconBeach } from '#icons'
import { counted, onDay } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime, useClock } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { RotationMember } from '#web/wire.ts'
import { useDealChange, useTurns } from './api.ts'
import { strings } from './strings.ts'

/** Settings → Assignment: who gets the next deal, how many each has been assigned, and who is away. */
export const AssignmentPage = () => {
  const { role, person } = useSession()
  const { data, error, isPending, refetch } = useTurns()
  const [leaving, setLeaving] = useState<RotationMember | null>(null)
  return (
    <>
      <PageHeader title={strings.assignment} about={strings.assignmentLead} />
      <ErrorNote error={error} title={strings.rotationFailed} onRetry={() => void refetch()} />
      {isPending && <TablePending rows={4} />}
      {data?.turns.length === 0 && (
        <Empty icon={<IconBeach size={24} stroke={1.6} />} title={strings.noRotation} text={strings.noRotationText}>
          <Button component={Link} to="/settings/members">
            {strings.toMembers}
          </Button>
        </Empty>
      )}
      {data && data.turns.length > 0 && (
        <DataTable
          label={strings.rotation}
          rows={data.turns}
          idOf={(turn) => turn.person.id}
          name={strings.teammate}
          nameOf={(turn) => <bdi>{turn.person.name}</bdi>}
          markOf={(turn) => <Avatar name={turn.person.name} size="1.5rem" />}
          columns={columns(data.turns.find((turn) => turn.is_eligible))}
          actionsOf={(turn) =>
            (turn.person.id === person.id || isAtLeast(role, 'admin')) && <PresenceButton turn={turn} onLeave={setLeaving} />
          }
          actionsWidth="8rem"
        />
      )}
      <AwayWindow turn={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

/** `next`: the deal that comes now goes to them. */
const columns = (next: RotationMember | undefined): Column<RotationMember>[] => [
  {
    key: 'state',
    name: strings.status,
    cell: (turn) => (
      <>
        <Standing turn={turn} /> {turn === next && <Pill tone="accent">{strings.isNext}</Pill>}
      </>
    ),
    width: 'minmax(0, 2fr)',
    phone: 'below',
  },
  { key: 'count', name: strings.assignedCount, cell: ({ turns }) => counted(turns), width: '8rem', atEnd: true },
  {
    key: 'last',
    name: strings.lastAssigned,
    cell: ({ last_turn_at }) => last_turn_at !== null && <RelativeTime at={last_turn_at} />,
    width: '8rem',
    atEnd: true,
  },
]

const PresenceButton = ({ turn, onLeave }: { turn: RotationMember; onLeave: (turn: RotationMember) => void }) => {
  const back = useDealChange('set-absence')
  const isAway = turn.away_from !== null
  return (
    <Button
      size="compact-sm"
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
      {isAway ? strings.markBack : strings.markAway}
      <span className="hidden-visually">: {turn.person.name}</span>
    </Button>
  )
}

const Standing = ({ turn: { away_from, away_until, is_eligible } }: { turn: RotationMember }) => {
  const nowMs = useClock()
  if (away_from === null)
    return is_eligible ? <Pill tone="good">{strings.inRotation}</Pill> : <Pill>{strings.notInRotation}</Pill>
  if (Date.parse(away_from) > nowMs)
    return (
      <Pill>
        {away_until === null ? strings.awayFrom(onDay(away_from)) : strings.awayBetween(onDay(away_from), onDay(away_until))}
      </Pill>
    )
  return <Pill tone="warn">{away_until === null ? strings.away : strings.awayUntil(onDay(away_until))}</Pill>
}

/** The first and the last day; without them from now on, and until they are marked as back. */
const AwayWindow = ({ turn, onClose }: { turn: RotationMember | null; onClose: () => void }) => (
  <Window opened={turn !== null} onClose={onClose} title={strings.awayTitle(turn?.person.name ?? '')}>
    {turn && <AwayForm key={turn.person.id} turn={turn} onClose={onClose} />}
  </Window>
)

const AwayForm = ({ turn, onClose }: { turn: RotationMember; onClose: () => void }) => {
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
        <p className="dim">{strings.awayText}</p>
        <FieldPair>
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
        </FieldPair>
        <Group justify="flex-end">
          <FormButtons submit={strings.markAway} isPending={set.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}

/** Days of the reader's own zone: the first from its beginning, the last to its end. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00`)
const endOf = (day: string): Date => new Date(`${day}T23:59:59`)
