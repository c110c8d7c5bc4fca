import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Window } from '#web/ui/window.tsx'
import type { OwnField } from '#web/wire.ts'
import { type GivenValues, useFields } from './api.ts'
import { strings } from './strings.ts'
import { ValueInput } from './value-input.tsx'
import { type Draft, draftOf, givenOf } from './values.tsx'

/** A deal that was not moved, and the keys of the fields that its new stage needs. */
export interface Missing {
  readonly deal: string
  readonly stage: string
  readonly keys: readonly string[]
}

interface Props {
  readonly missing: Missing | null
  /** Moves the deal with these values; what is thrown is shown. */
  readonly onFill: (fields: GivenValues) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for what a stage needs, and moves the deal on. */
export const MissingWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.missingTitle(props.missing?.stage ?? '')}>
    {props.missing && <MissingForm {...props} missing={props.missing} />}
  </Window>
)

const MissingForm = ({ missing, onFill, onClose }: Props & { missing: Missing }) => {
  const { data, error } = useFields('deal')
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const fields = data?.fields.filter(({ key }) => missing.keys.includes(key)) ?? []
  const moving = useMutation({
    mutationFn: async () => {
      const draftIn = (field: OwnField): Draft => drafts[field.key] ?? draftOf(field, null)
      const given = fields.map(async (field) => [field.key, await givenOf(field, draftIn(field))] as const)
      return onFill(Object.fromEntries(await Promise.all(given)))
    },
    onSuccess: onClose,
  })
  const isOfField = fields.some(({ key }) => fieldError(moving.error, key) !== undefined)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (data && !moving.isPending) moving.mutate()
      }}
    >
      <Stack>
        {!isOfField && <ErrorNote error={error ?? moving.error} />}
        <Text size="sm">{strings.missingText(missing.deal)}</Text>
        {!data && !error && <RowsPending rows={2} />}
        {fields.map((field) => (
          <ValueInput
            key={field.id}
            field={field}
            draft={drafts[field.key] ?? draftOf(field, null)}
            required
            error={fieldError(moving.error, field.key)}
            onChange={(draft) => setDrafts({ ...drafts, [field.key]: draft })}
          />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={moving.isPending}>
            {strings.moveOn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
