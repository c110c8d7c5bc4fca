import { Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { WindowFoot } from '#web/ui/window.tsx'
import type { CannedReply, Input } from '#web/wire.ts'
import { strings } from './strings.ts'

/** A saved reply, a new one or one that is edited. */
export const CannedReplyForm = ({ reply, onDone }: { reply: CannedReply | null; onDone(): void }) => {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (input: Input<'save-canned-reply'>) => call('save-canned-reply', input),
    onSuccess: () => {
      onDone()
      return queries.invalidateQueries({ queryKey: ['list-canned-replies'] })
    },
  })
  const form = useForm({
    initialValues: { shortcut: reply?.shortcut ?? '', title: reply?.title ?? '', body: reply?.body ?? '' },
    validate: {
      shortcut: (shortcut) => {
        const typed = shortcut.trim().replace(/^\//, '')
        if (typed === '') return strings.cannedShortcutMissing
        return /^[a-z0-9_-]{1,32}$/i.test(typed) ? null : strings.cannedShortcutBad
      },
      title: (title) => (title.trim() === '' ? strings.cannedNameMissing : null),
      body: (body) => (body.trim() === '' ? strings.cannedBodyMissing : null),
    },
  })
  const taken = fieldError(save.error, 'shortcut')
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ shortcut, title, body }) =>
        save.mutate({
          ...(reply && { cannedReplyId: reply.id }),
          shortcut: shortcut.trim().replace(/^\//, '').toLowerCase(),
          title: title.trim(),
          body: body.trim(),
        }),
      )}
    >
      <Stack>
        {!taken && <ErrorNote error={save.error} />}
        <TextInput
          label={strings.cannedShortcut}
          description={strings.cannedShortcutHint}
          leftSection="/"
          maxLength={33}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          required
          data-autofocus
          {...form.getInputProps('shortcut')}
          error={form.errors.shortcut ?? taken}
        />
        <TextInput label={strings.cannedName} maxLength={100} required {...form.getInputProps('title')} />
        <Textarea
          label={strings.cannedBody}
          description={strings.cannedBodyHint('{name}', '{first_name}', '{me}')}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={4_096}
          dir="auto"
          required
          {...form.getInputProps('body')}
        />
        <WindowFoot>
          <FormButtons submit={strings.cannedSave} isPending={save.isPending} onCancel={onDone} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
