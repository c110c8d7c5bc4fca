import { Button, NumberInput, Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldErrorIn } from '#web/ui/error-note.tsx'
import { Fields, Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { say } from '#web/ui/say.tsx'
import type { Output } from '#web/wire.ts'
import { useAiChange } from './api.ts'
import { strings } from './strings.ts'
import { featureName } from './usage.tsx'

type Shown = Output<'list-ai-models'>

const names = ['emails', 'phones', 'bank'] as const
const sentFor = [
  ...(['chat', 'assistant', 'drafts', 'summaries', 'knowledge'] as const),
  ...(['enrichment', 'requirements', 'workflow'] as const),
] as const

/** What leaves the house, to whom, what never does, and how long conversations stay. */
export const Privacy = ({ shown, mayChange }: { shown: Shown; mayChange: boolean }) => {
  const save = useAiChange('set-ai-defaults')
  const isSaved = { onSuccess: () => say(strings.saved) }
  // What was chosen stands at once.
  const masks = (save.isPending && save.variables.masks) || shown.masks
  const first = shown.models.find(({ model }) => model === shown.default_model)?.provider
  const asked = [...new Set([...(first ? [first] : []), ...shown.fallbacks])].map((provider) => strings.providers[provider])
  const hidden = names.filter((name) => masks[name])
  const turn = (name: (typeof names)[number]) => (
    <Switch
      key={name}
      mt="xs"
      value={name}
      label={strings.masked[name]}
      onChange={({ currentTarget }) => save.mutate({ masks: { ...masks, [name]: currentTarget.checked } }, isSaved)}
    />
  )
  return (
    <Part title={strings.privacy} text={strings.privacyText(asked.join(', '))}>
      <List label={strings.whatIsSent} isInset>
        {sentFor.map((feature) => (
          <ListRow key={feature} title={featureName(feature)}>
            <span>{strings.sent[feature]}</span>
          </ListRow>
        ))}
      </List>
      <ErrorNote error={save.error} title={strings.notSaved} />
      {mayChange ? (
        <Fields>
          <Switch.Group label={strings.masks} description={`${strings.masksText} ${strings.masksLimits}`} value={hidden}>
            {names.map(turn)}
          </Switch.Group>
          <OwnMasks
            own={masks.own}
            error={fieldErrorIn(save.error, 'masks')}
            onSave={(own, onSaved) =>
              save.mutate(
                { masks: { ...masks, own } },
                {
                  onSuccess: () => {
                    say(strings.saved)
                    onSaved()
                  },
                },
              )
            }
          />
          <Transcripts days={shown.transcript_days} onSave={(transcriptDays) => save.mutate({ transcriptDays }, isSaved)} />
        </Fields>
      ) : (
        <p>
          {strings.hidden([strings.masked.cards, ...hidden.map((name) => strings.masked[name])].join(', '))}{' '}
          {strings.masksLimits}
        </p>
      )}
    </Part>
  )
}

const OwnMasks = ({
  own,
  error,
  onSave,
}: {
  own: readonly string[]
  error: string | undefined
  onSave(own: string[], onSaved: () => void): void
}) => {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? own.join('\n')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave(
          text
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
          () => setTyped(null),
        )
      }}
    >
      <Textarea
        label={strings.ownMasks}
        description={strings.ownMasksText}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button mt="xs" size="compact-sm" variant="default" type="submit" disabled={typed === null}>
        {strings.saveMasks}
      </Button>
    </form>
  )
}

const mostDays = 3_650

const Transcripts = ({ days, onSave }: { days: number; onSave(days: number): void }) => {
  const [typed, setTyped] = useState<number | null>(null)
  return (
    <NumberInput
      label={strings.transcripts}
      description={strings.transcriptsText}
      min={0}
      max={mostDays}
      allowDecimal={false}
      clampBehavior="strict"
      value={typed ?? days}
      onChange={(value) => setTyped(typeof value === 'number' ? value : null)}
      onBlur={() => {
        if (typed !== null && typed !== days) onSave(typed)
        setTyped(null)
      }}
    />
  )
}
