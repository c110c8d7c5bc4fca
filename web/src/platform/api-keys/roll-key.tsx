import { useState } from 'react'
import { RollForm } from '#web/ui/roll-form.tsx'
import { Window } from '#web/ui/window.tsx'
import type { ApiKey } from '#web/wire.ts'
import type { KeyWithSecret } from './api.ts'
import { useRollKey } from './api.ts'
import { KeySecret } from './key-secret.tsx'
import { strings } from './strings.ts'

interface RollKeyProps {
  /** Null when none is to be rolled. */
  of: ApiKey | null
  onClose(): void
}

/** Replaces a key by a new one; the old one works on for a while, so that nothing is lost on the way. */
export const RollKey = ({ of: key, onClose }: RollKeyProps) => {
  const [made, setMade] = useState<KeyWithSecret | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  const held = made !== null
  return (
    <Window
      opened={key !== null}
      onClose={close}
      title={made ? strings.theNewKey : key ? strings.rollTitle(key.name) : strings.rollKey}
      wide
      held={held}
    >
      {made && <KeySecret made={made} onDone={close} />}
      {!made && key && <RollOf of={key} onMade={setMade} onCancel={close} />}
    </Window>
  )
}

const RollOf = ({ of: key, onMade, onCancel }: { of: ApiKey; onMade(made: KeyWithSecret): void; onCancel(): void }) => {
  const rollKey = useRollKey()
  return (
    <RollForm
      text={strings.rollText}
      label={strings.overlap}
      none={strings.noOverlap}
      act={strings.rollKey}
      error={rollKey.error}
      isPending={rollKey.isPending}
      onRoll={(overlapHours) => rollKey.mutate({ keyId: key.id, overlapHours }, { onSuccess: onMade })}
      onCancel={onCancel}
    />
  )
}
