import { Progress } from '@mantine/core'
import type { Rehearsal } from './api.ts'
import { strings } from './strings.ts'

/** How far a rehearsal is, said aloud as it goes on. */
export const RehearsalProgress = ({ rehearsal }: { rehearsal: Rehearsal | undefined }) => {
  const { state, played = 0, to_play = null } = rehearsal ?? {}
  const words = state === 'waiting' ? strings.waiting : to_play === null ? strings.reading : strings.playing(played, to_play)
  return (
    <div role="status">
      <p className="dim">{words}</p>
      <Progress.Root size="lg" radius="xl">
        <Progress.Section value={to_play ? Math.round((played / to_play) * 100) : 3} animated aria-label={strings.progress} />
      </Progress.Root>
    </div>
  )
}
