import { NativeSelect, TextInput } from '@mantine/core'
import { useTrouble } from '../fields/field-context.ts'
import type { Definition } from '../graph/graph.ts'
import { strings } from './strings.ts'

type Webhook = Extract<Definition['trigger'], { kind: 'webhook' }>

const places = ['usual', 'header', 'body'] as const

/** Where a sender names its messages, so that a repeat is known as one. */
export const RepeatFields = ({ trigger, onChange }: { trigger: Webhook; onChange: (next: Webhook, about: string) => void }) => {
  const { repeats, ...rest } = trigger
  const trouble = useTrouble('trigger.repeats')
  return (
    <>
      <NativeSelect
        label={strings.repeatsIn}
        value={repeats?.in ?? 'usual'}
        data={places.map((value) => ({ value, label: strings.repeatsAs[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === 'header' || value === 'body' ? { ...rest, repeats: { in: value, name: '' } } : rest,
            'trigger.repeats',
          )
        }
      />
      {repeats && (
        <TextInput
          label={repeats.in === 'header' ? strings.repeatHeader : strings.repeatField}
          description={repeats.in === 'body' && strings.repeatFieldHint}
          error={trouble}
          value={repeats.name}
          maxLength={100}
          spellCheck={false}
          onChange={({ currentTarget }) =>
            onChange({ ...rest, repeats: { ...repeats, name: currentTarget.value } }, 'trigger.repeats.name')
          }
        />
      )}
    </>
  )
}
