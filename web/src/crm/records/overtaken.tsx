import { Button, Group } from '@mantine/core'
import { CallError } from '#web/gateway.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { plainValue } from './plain-value.ts'
import { strings } from './strings.ts'

/** A field that is another by now than its editor saw. */
export interface OvertakenField {
  readonly field: string
  /** As it stands. */
  readonly value: unknown
  readonly by: string | null
  readonly at: string | null
}

/** Those that an update was refused for. */
export const overtakenIn = (error: unknown): readonly OvertakenField[] =>
  error instanceof CallError && error.code === 'record_changed' && Array.isArray(error.facts.changed)
    ? (error.facts.changed as OvertakenField[])
    : []

/** What a colleague made of a field while it was edited here, and whether theirs stays or mine takes its place. */
export const Overtaken = ({
  field: { value, by, at },
  type,
  onKeep,
  onReplace,
}: {
  field: OvertakenField
  type?: string | undefined
  onKeep: () => void
  onReplace: () => void
}) => {
  const text = plainValue(value, type)
  return (
    <>
      {text === null ? strings.clearedMeanwhile(by) : strings.changedMeanwhile(by, text)}
      {at !== null && (
        <>
          {' · '}
          <RelativeTime at={at} />
        </>
      )}
      <Group gap={6} mt={6}>
        <Button size="compact-xs" variant="default" onClick={onKeep}>
          {strings.keepTheirs}
        </Button>
        <Button size="compact-xs" variant="light" onClick={onReplace}>
          {strings.saveMine}
        </Button>
      </Group>
    </>
  )
}
