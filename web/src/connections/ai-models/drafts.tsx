import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import type { Output } from '#web/wire.ts'
import { useAiChange } from './api.ts'
import { strings } from './strings.ts'

/** Whether replies are drafted when customers write, and what became of the drafts. */
export const Drafts = ({ shown, mayChange }: { shown: Output<'list-ai-models'>; mayChange: boolean }) => {
  const save = useAiChange('set-ai-defaults')
  const counts = useQuery(read('count-reply-drafts', {})).data
  // What was chosen stands at once.
  const isOn = (save.isPending ? save.variables.draftsAhead : undefined) ?? shown.drafts_ahead
  return (
    <Part title={strings.drafts} text={strings.draftsText}>
      <ErrorNote error={save.error} title={strings.notSaved} />
      {mayChange ? (
        <Switch
          label={strings.draftsAhead}
          description={strings.draftsAheadText}
          checked={isOn}
          onChange={({ currentTarget }) =>
            save.mutate({ draftsAhead: currentTarget.checked }, { onSuccess: () => say(strings.saved) })
          }
        />
      ) : (
        <p>{isOn ? strings.draftsAreAhead : strings.draftsOnDemand}</p>
      )}
      {counts && <p>{strings.draftCounts(counts)}</p>}
    </Part>
  )
}
