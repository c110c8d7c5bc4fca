import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { type Only, type Person, type Report, usePeople } from './api.ts'
import { PlayedRun } from './played-run.tsx'
import classes from './rehearsal.module.css'
import { strings } from './strings.ts'

const tones = { more: 'accent', less: 'warn', other: 'accent', same: undefined } as const
const changes = ['more', 'other', 'less', 'same'] as const

/** Person by person: what had left for them, and how that differs from the published version. */
export const RehearsalPeople = ({ rehearsalId, report }: { rehearsalId: string; report: Report }) => {
  const [only, setOnly] = useState<Only>({})
  const people = usePeople(rehearsalId, only)
  const rows = people.data?.pages.flatMap((page) => page.people) ?? []
  const isCompared = report.published !== null
  return (
    <section aria-label={strings.list} className={classes.part}>
      <h2>{strings.list}</h2>
      {!isCompared && <p className="dim">{strings.noPublished}</p>}
      <Filters report={report} only={only} onChange={setOnly} />
      <ErrorNote error={people.error} title={strings.loadFailed} onRetry={() => void people.refetch()} />
      {people.isPending && <RowsPending rows={3} />}
      {people.data && rows.length === 0 && <p className="dim">{strings.noneOfThese}</p>}
      <ul className={classes.people}>
        {rows.map((person) => (
          <li key={person.place}>
            <PersonRow person={person} isCompared={isCompared} />
          </li>
        ))}
      </ul>
      {people.hasNextPage && (
        <Button variant="default" loading={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
    </section>
  )
}

interface FiltersProps {
  readonly report: Report
  readonly only: Only
  onChange(only: Only): void
}

const Filters = ({ report: { difference, published, numbers }, only, onChange }: FiltersProps) => {
  const choices: (readonly [string, Only])[] = [
    [strings.all, {}],
    ...(published
      ? changes.map((change) => [strings.filter(strings.changes[change], difference[change]), { change }] as const)
      : []),
    ...(numbers.failed > 0 ? [[strings.onlyFailed(numbers.failed), { failed: true }] as const] : []),
  ]
  if (choices.length === 1) return null
  return (
    <Group gap="xs" role="group" aria-label={published ? strings.difference : strings.show}>
      {choices.map(([name, choice]) => {
        const isChosen = only.change === choice.change && only.failed === choice.failed
        return (
          <Button
            key={name}
            size="xs"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            onClick={() => onChange(choice)}
          >
            {name}
          </Button>
        )
      })}
    </Group>
  )
}

const PersonRow = ({ person, isCompared }: { person: Person; isCompared: boolean }) => {
  const { name, subject_id, change, has_failed, runs, published_runs } = person
  return (
    <details>
      <summary>
        <span>{name ?? (subject_id === null ? strings.noOne : strings.unnamed)}</span>{' '}
        {isCompared && <Pill tone={tones[change]}>{strings.changes[change]}</Pill>}{' '}
        {has_failed && <Pill tone="bad">{strings.states.failed}</Pill>}
      </summary>
      {isCompared && change !== 'same' && <h3>{strings.inThis}</h3>}
      {runs.length === 0 && <p className="dim">{strings.noRun}</p>}
      {runs.map((run) => (
        <PlayedRun key={run.at} run={run} />
      ))}
      {isCompared && change !== 'same' && (
        <>
          <h3>{strings.inPublished}</h3>
          {published_runs.length === 0 && <p className="dim">{strings.noRun}</p>}
          {published_runs.map((run) => (
            <PlayedRun key={run.at} run={run} />
          ))}
        </>
      )}
    </details>
  )
}
