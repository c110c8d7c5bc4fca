import { Button, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import type { Input } from '#web/wire.ts'
import { fieldName, strings } from './strings.ts'

/** A value of a deal or a company, as a member writes it. */
export const FactForm = ({
  field,
  subjectKind,
  subjectId,
  value,
  changed,
  onClose,
}: Omit<Input<'set-fact'>, 'value'> & { value: string; changed: () => Promise<unknown>; onClose: () => void }) => {
  const [text, setText] = useState(value)
  const saving = useMutation({
    mutationFn: (said: string | null) => call('set-fact', { subjectKind, subjectId, field, value: said }),
    onSuccess: onClose,
    onSettled: changed,
  })
  const typed = text.trim()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== '') saving.mutate(typed)
        else if (value === '') onClose()
        else saving.mutate(null)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Textarea
        aria-label={fieldName(field)}
        autosize
        maxRows={8}
        maxLength={2_000}
        value={text}
        error={fieldError(saving.error, 'value')}
        data-autofocus
        ref={(node) => node?.focus()}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {!fieldError(saving.error, 'value') && <ErrorNote error={saving.error} title={strings.notSaved} />}
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" type="submit" loading={saving.isPending}>
          {strings.save}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {strings.cancel}
        </Button>
        {value !== '' && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => saving.mutate(null)}>
            {strings.clear}
          </Button>
        )}
      </Group>
    </form>
  )
}
