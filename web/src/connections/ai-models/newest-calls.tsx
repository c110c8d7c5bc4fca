import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fields, Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { AiCall } from '#web/wire.ts'
import { dollars, nanoOf } from './amounts.ts'
import { useAiChange, useNewestCalls } from './api.ts'
import { strings as calls } from './call-strings.ts'
import { strings } from './strings.ts'
import { featureName } from './usage.tsx'

const bad = new Set(['cut', 'failed', 'timed_out', 'unknown'])

/** The end of the ledger: what each call did cost, and why one came to nothing. An owner says what one did cost whose cost is not known. */
export const NewestCalls = ({ isOwner }: { isOwner: boolean }) => {
  const { data } = useNewestCalls()
  const [correcting, setCorrecting] = useState<string | null>(null)
  if (!data || data.calls.length === 0) return null
  return (
    <Part title={strings.newest}>
      <List label={strings.newest} isInset>
        {data.calls.map((call) => (
          <ListRow
            key={call.id}
            title={nameOf(call)}
            pills={<Pill tone={bad.has(call.outcome) ? 'warn' : undefined}>{strings.outcomes[call.outcome]}</Pill>}
            end={<RelativeTime at={call.at} />}
            actions={
              isOwner &&
              call.correctable &&
              correcting !== call.id && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  aria-label={calls.correctCall(nameOf(call))}
                  onClick={() => setCorrecting(call.id)}
                >
                  {calls.correct}
                </Button>
              )
            }
          >
            <span>
              {[
                ...(call.cause === null ? [] : [calls.causes[call.cause]]),
                dollars(call.cost_nano),
                strings.tokens(call.input_tokens, call.output_tokens),
                ...(call.estimated ? [strings.estimated(dollars(call.cost_nano))] : []),
                ...(call.fallback ? [strings.after(call.fallback.from, call.fallback.reason)] : []),
                ...(call.reason === null ? [] : [call.reason]),
              ].join(' · ')}
            </span>
            {correcting === call.id && <Correction callId={call.id} onClose={() => setCorrecting(null)} />}
          </ListRow>
        ))}
      </List>
    </Part>
  )
}

const nameOf = ({ feature, model }: AiCall): string => `${featureName(feature)}: ${model}`

/** What its provider's bill says, once: a row of its own has the difference. */
const Correction = ({ callId, onClose }: { callId: string; onClose: () => void }) => {
  const correct = useAiChange('correct-ai-call')
  const [cost, setCost] = useState('')
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const costNano = nanoOf(cost)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsChecked(true)
    if (costNano === null || reason.trim() === '') return
    const isSaved = () => {
      say(strings.saved)
      onClose()
    }
    correct.mutate({ callId, costNano, reason: reason.trim() }, { onSuccess: isSaved })
  }
  return (
    <form noValidate onSubmit={submit}>
      <ErrorNote error={correct.error} title={strings.notSaved} />
      <Fields>
        <TextInput
          label={calls.cost}
          inputMode="decimal"
          maxLength={16}
          data-autofocus
          value={cost}
          onChange={({ currentTarget }) => setCost(currentTarget.value)}
          error={isChecked && costNano === null ? strings.limitWrong : undefined}
        />
        <TextInput
          label={calls.reason}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={isChecked && reason.trim() === '' ? calls.reasonMissing : undefined}
        />
      </Fields>
      <Button type="submit" size="compact-sm" variant="default" mt="sm" me="xs" loading={correct.isPending}>
        {calls.save}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" mt="sm" onClick={onClose}>
        {calls.cancel}
      </Button>
    </form>
  )
}
