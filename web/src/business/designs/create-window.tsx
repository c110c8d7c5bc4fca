import { Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window } from '#web/ui/window.tsx'
import { useDesignChange } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  /** What the new design is linked to. */
  readonly of?: { readonly dealId: string } | { readonly contactId: string }
  readonly onClose: () => void
}

const kinds = ['presentation', 'doc', 'email', 'whiteboard', 'size'] as const
type Kind = (typeof kinds)[number]

const isSide = (side: string | number): side is number => typeof side === 'number' && side >= 40 && side <= 8_000

/** Makes a new design in Canva. */
export const CreateWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.createTitle}>
    <Form {...props} />
  </Window>
)

const Form = ({ of, onClose }: Props) => {
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<Kind>('presentation')
  const [width, setWidth] = useState<string | number>(1_080)
  const [height, setHeight] = useState<string | number>(1_080)
  const [isTried, setTried] = useState(false)
  const create = useDesignChange(() => {
    say(strings.created)
    onClose()
  })
  const submit = (): void => {
    setTried(true)
    if (create.isPending) return
    const named = { action: 'create' as const, ...(title.trim() !== '' && { title: title.trim() }), ...of }
    if (kind !== 'size') create.mutate({ ...named, kind })
    else if (isSide(width) && isSide(height)) create.mutate({ ...named, width, height })
  }
  const sizeFault = (side: string | number): string | undefined => (isTried && !isSide(side) ? strings.sizeWrong : undefined)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ErrorNote error={create.error} title={strings.notCreated} />
        <TextInput
          label={strings.designTitle}
          value={title}
          maxLength={255}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Select
          label={strings.kind}
          data={kinds.map((each) => ({ value: each, label: strings.kinds[each] }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setKind(kinds.find((each) => each === value) ?? 'presentation')}
        />
        {kind === 'size' && (
          <Group grow align="flex-start">
            <NumberInput
              label={strings.width}
              value={width}
              allowDecimal={false}
              error={sizeFault(width)}
              onChange={setWidth}
            />
            <NumberInput
              label={strings.height}
              value={height}
              allowDecimal={false}
              error={sizeFault(height)}
              onChange={setHeight}
            />
          </Group>
        )}
        <Group justify="flex-end">
          <FormButtons submit={strings.create} isPending={create.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
