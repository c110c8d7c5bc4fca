import { Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '#icons'
import { timeOfDay } from '#web/i18n/format.ts'
import { sentenceOf } from '#web/ui/error-note.tsx'
import { Note } from '#web/ui/note.tsx'
import type { Standing } from './autosave.ts'
import classes from './mail.module.css'
import { strings } from './strings.ts'

/** Whether what was typed is saved, in words; and what to do where another window was faster. */
export const StandingNote = ({
  standing,
  onTakeOther,
  onKeepMine,
  onAsNew,
}: {
  standing: Standing
  onTakeOther(): void
  onKeepMine(version: number): void
  onAsNew(): void
}) => {
  if (standing.state === 'stale')
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={strings.draftStale(timeOfDay(standing.at))}>
        <Group gap="xs" mt={6}>
          <Button size="compact-sm" variant="default" onClick={onTakeOther}>
            {strings.draftTakeOther}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onKeepMine(standing.version)}>
            {strings.draftKeepMine}
          </Button>
        </Group>
      </Note>
    )
  if (standing.state === 'gone')
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={strings.draftGone}>
        <Button size="compact-sm" variant="default" mt={6} onClick={onAsNew}>
          {strings.draftAsNew}
        </Button>
      </Note>
    )
  return (
    <p className={classes.saved} role="status" data-bad={standing.state === 'failed' || undefined}>
      {wordsOf(standing)}
    </p>
  )
}

const wordsOf = (standing: Standing): string => {
  if (standing.state === 'saving') return strings.draftSaving
  if (standing.state === 'saved') return strings.draftSaved(timeOfDay(standing.at))
  return standing.state === 'failed' ? `${strings.draftNotSaved} ${sentenceOf(standing.error)}` : ''
}
