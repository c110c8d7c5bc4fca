import { Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Mailbox } from '#web/wire.ts'
import { strings } from './strings.ts'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const isHtml = (text: string): boolean => /<[a-z][^<>]*>/i.test(text)

/** Lines as they were typed, or HTML as it is. */
const htmlOf = (text: string): string =>
  isHtml(text) ? text : text.replace(/[&<>]/g, (sign) => signs[sign] ?? sign).replaceAll('\n', '<br>')

/** What was typed as lines is edited as lines. */
const typedOf = (html: string): string => {
  const lines = html.replaceAll('<br>', '\n')
  return isHtml(lines) ? html : lines.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** What is below each email of a mailbox. Runs nothing and loads nothing: its own pictures are seen by those who get it. */
const previewOf = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>body{margin:12px;background:#fff;color:#111;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}</style>${html}`

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
