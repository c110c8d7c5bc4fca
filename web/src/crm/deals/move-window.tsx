import { Button, Group, Stack } from '@mantine/core'
import { IconCheck } from '#icons'
import { Window } from '#web/ui/window.tsx'
import type { Deal } from '#web/wire.ts'
import type { Stage } from './api.ts'
import { LostReason, useLostReason } from './lost-reason.tsx'
import classes from './move-window.module.css'
import { strings } from './strings.ts'

/** The stages to choose from: what a drag does, for those who would rather not drag. */
export const MoveWindow = ({
  opened,
  deal,
  stages,
  onClose,
  onChoose,
}: {
  opened: boolean
  deal: Deal | null
  stages: readonly Stage[]
  onClose: () => void
  onChoose: (deal: Deal, stageId: string) => void
}) => (
  <Window opened={opened} onClose={onClose} title={strings.moveThis(deal?.name ?? '')}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ul className={classes.choices} role="list">
      {stages.map((stage) => {
        const isHere = stage.id === deal?.stage.id
        return (
          <li key={stage.id}>
            <button
              type="button"
              className={classes.choice}
              data-kind={stage.kind}
              aria-current={isHere || undefined}
              disabled={isHere}
              onClick={() => deal && onChoose(deal, stage.id)}
            >
              {stage.name}
              {isHere && (
                <span className={classes.choiceHere}>
                  <IconCheck size={15} aria-hidden /> {strings.isHere}
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  </Window>
)

/** Nothing is lost without a reason. */
export const LostWindow = ({
  opened,
  deal,
  onClose,
  onLose,
}: {
  opened: boolean
  deal: Deal | null
  onClose: () => void
  onLose: (reason: string) => void
}) => (
  <Window opened={opened} onClose={onClose} title={strings.lostTitle(deal?.name ?? '')}>
    {deal && <LostForm key={deal.id} onClose={onClose} onLose={onLose} />}
  </Window>
)

const LostForm = ({ onClose, onLose }: { onClose: () => void; onLose: (reason: string) => void }) => {
  const { reason, setReason, check, field } = useLostReason()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) onLose(reason)
      }}
    >
      <Stack>
        <div className={classes.reasons}>
          {Object.values(strings.lostReasons).map((common) => (
            <Button key={common} size="xs" variant="default" onClick={() => setReason(common)}>
              {common}
            </Button>
          ))}
        </div>
        <LostReason field={field} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" color="red">
            {strings.markLost}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
