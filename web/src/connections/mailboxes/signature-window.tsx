import { Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Mailbox } from '#web/wire.ts'
import { htmlOf, previewOf, typedOf } from './signature-html.ts'
import { strings } from './strings.ts'

export const SignatureWindow = ({ mailbox, onClose }: { mailbox: Mailbox | null; onClose: () => void }) => (
  <Window opened={mailbox !== null} onClose={onClose} title={strings.signatureOf(mailbox?.email ?? '')}>
    {mailbox && <Form key={mailbox.id} mailbox={mailbox} onClose={onClose} />}
  </Window>
)

const Form = ({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) => {
  const queries = useQueryClient()
  const [text, setText] = useState(() => typedOf(mailbox.signature))
  const save = useMutation({
    mutationFn: () => call('update-mailbox', { mailboxId: mailbox.id, signature: htmlOf(text.trim()) }),
    onSuccess: () => {
      say(strings.signatureSaved)
      onClose()
      return queries.invalidateQueries({ queryKey: ['list-mailboxes'] })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm">
        <ErrorNote error={save.error} title={strings.signatureNotSaved} />
        <Textarea
          label={strings.signature}
          description={mailbox.kind === 'team' ? strings.signatureTeamText : strings.signatureText}
          autosize
          minRows={4}
          maxRows={14}
          dir="auto"
          maxLength={10_000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={fieldError(save.error, 'signature')}
        />
        {text.trim() !== '' && (
          <div>
            <Text size="sm" fw={600} mb={4}>
              {strings.signaturePreview}
            </Text>
            <iframe
              title={strings.signaturePreview}
              sandbox=""
              referrerPolicy="no-referrer"
              srcDoc={previewOf(htmlOf(text))}
              style={{ width: '100%', height: 140, border: '1px solid var(--line)', borderRadius: 6, background: '#fff' }}
            />
          </div>
        )}
        <Group justify="flex-end">
          <FormButtons submit={strings.signatureSave} isPending={save.isPending} onCancel={onClose} />
        </Group>
      </Stack>
    </form>
  )
}
