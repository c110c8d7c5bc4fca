import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { say } from '#web/ui/say.tsx'
import { useCallOnce } from '#web/use-call-once.ts'
import { strings } from './call-strings.ts'
import calls from './calls.module.css'
import classes from './composer.module.css'
import { ComposerForm } from './composer-form.tsx'
import type { Draft } from './drafts.ts'
import { OutcomeFields } from './outcome-fields.tsx'
import { emptyCall, isLength, secondsIn, type TypedCall } from './typed-calls.ts'

/** A call that was made or taken with one's own telephone. */
export const LogCallForm = ({
  of: whose,
  draft,
  write,
  onDone,
}: {
  of: { readonly contactId?: string; readonly dealId?: string }
  draft: Draft
  write: (changes: Partial<Draft>) => void
  onDone: () => void
}) => {
  const queries = useQueryClient()
  const typed = { ...emptyCall, ...draft.logged }
  const change = (changes: Partial<TypedCall>): void => write({ logged: { ...typed, ...changes } })
  const note = draft.texts.log ?? ''
  const logOnce = useCallOnce('log-call')
  const logging = useMutation({
    mutationFn: () =>
      logOnce({
        ...whose,
        ...{ direction: typed.direction, outcome: typed.outcome },
        ...(typed.at !== '' && { startedAt: new Date(typed.at).toISOString() }),
        ...(typed.outcome === 'reached' && typed.minutes.trim() !== '' && { durationSeconds: secondsIn(typed.minutes) }),
        ...(note.trim() !== '' && { note: note.trim() }),
      }),
    onSuccess: () => {
      say(strings.callLogged)
      onDone()
    },
    // Besides what the log tells: one who was reached waits no longer.
    onSettled: () =>
      Promise.all(['list-timeline', 'list-calls'].map((root) => queries.invalidateQueries({ queryKey: [root] }))),
  })
  return (
    <ComposerForm
      hint={strings.logHint}
      submit={strings.logCall}
      isReady={isLength(typed.minutes)}
      isPending={logging.isPending}
      error={logging.error}
      failed={strings.callNotLogged}
      onSubmit={() => logging.mutate()}
    >
      <div className={calls.callFields}>
        <NativeSelect
          label={strings.callDirection}
          value={typed.direction}
          data={[
            { value: 'out', label: strings.directions.out },
            { value: 'in', label: strings.directions.in },
          ]}
          onChange={({ currentTarget }) => change({ direction: currentTarget.value === 'in' ? 'in' : 'out' })}
        />
        <OutcomeFields value={typed} onChange={change} />
        <TextInput
          type="datetime-local"
          label={strings.callAt}
          description={strings.callAtHint}
          value={typed.at}
          onChange={({ currentTarget }) => change({ at: currentTarget.value })}
        />
      </div>
      <textarea
        className={classes.field}
        aria-label={strings.callNote}
        placeholder={strings.callNotePlaceholder}
        dir="auto"
        rows={2}
        maxLength={10_000}
        value={note}
        onChange={({ currentTarget }) => write({ texts: { ...draft.texts, log: currentTarget.value } })}
      />
    </ComposerForm>
  )
}
