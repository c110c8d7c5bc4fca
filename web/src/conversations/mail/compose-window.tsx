import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { IconSend } from '#icons'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Mailbox } from '#web/wire.ts'
import { FileList, FileZone } from '../email-files/file-list.tsx'
import { strings as fileStrings } from '../email-files/strings.ts'
import { type EmailFiles, useEmailFiles } from '../email-files/use-email-files.ts'
import { useSend } from './api.ts'
import { clearDraft, type Draft, type DraftValues, draftOf, keepDraft } from './drafts.ts'
import { htmlOfText } from './quoting.ts'
import { strings } from './strings.ts'

/** Where one writes an email: a new one, an answer, or one that is passed on. */
export const ComposeWindow = ({
  opened,
  draft,
  mailboxes,
  onClose,
}: {
  opened: boolean
  draft: Draft | null
  mailboxes: readonly Mailbox[]
  onClose(): void
}) => (
  <Window opened={opened} onClose={onClose} title={draft?.title ?? strings.write} sheet>
    {draft && <Form key={draft.key} draft={draft} mailboxes={mailboxes} onClose={onClose} />}
  </Window>
)

const Form = ({ draft, mailboxes, onClose }: { draft: Draft; mailboxes: readonly Mailbox[]; onClose(): void }) => {
  const send = useSend()
  const initial = useRef(draftOf(draft)).current
  const form = useForm({ initialValues: initial, onValuesChange: (values) => keepDraft(draft.key, values) })
  const files = useEmailFiles(initial.files, (here) => form.setFieldValue('files', here))
  const original = useOriginalFiles(draft, initial, files)
  const done = (): void => {
    clearDraft(draft.key)
    onClose()
  }
  const submit = form.onSubmit(({ from, to, cc, bcc, subject, text, isTracked }) =>
    send.mutate(
      {
        ...{ to, subject, userEmail: from, body: htmlOfText(text, draft.quotedHtml) },
        ...(cc.trim() !== '' && { cc }),
        ...(bcc.trim() !== '' && { bcc }),
        ...(isTracked && { trackingId: crypto.randomUUID() }),
        ...(draft.answers !== null && { answers: draft.answers }),
        files: [...files.ids],
      },
      { onSuccess: done },
    ),
  )
  return (
    <form onSubmit={submit}>
      <FileZone files={files}>
        <Stack gap="sm">
          <ErrorNote error={send.error} title={strings.notSent} />
          {mailboxes.length > 1 && draft.answers === null && (
            <Select
              label={strings.sender}
              data={mailboxes.map(({ email }) => ({ value: email, label: email }))}
              allowDeselect={false}
              {...form.getInputProps('from')}
            />
          )}
          <TextInput
            label={strings.to}
            description={strings.toHint}
            required
            autoComplete="off"
            {...form.getInputProps('to')}
            error={fieldError(send.error, 'to')}
          />
          <TextInput label={strings.cc} autoComplete="off" {...form.getInputProps('cc')} error={fieldError(send.error, 'cc')} />
          <TextInput
            label={strings.bcc}
            autoComplete="off"
            {...form.getInputProps('bcc')}
            error={fieldError(send.error, 'bcc')}
          />
          <TextInput
            label={strings.subject}
            maxLength={998}
            {...form.getInputProps('subject')}
            error={fieldError(send.error, 'subject')}
          />
          <Textarea
            label={strings.text}
            description={strings.draftKept}
            required
            autosize
            minRows={8}
            maxRows={24}
            dir="auto"
            {...form.getInputProps('text')}
          />
          {original.isPending && <p role="status">{fileStrings.fetching}</p>}
          <ErrorNote error={original.error} title={fileStrings.notFetched} onRetry={original.retry} />
          <FileList files={files} />
          <Checkbox
            label={strings.track}
            description={strings.trackText}
            {...form.getInputProps('isTracked', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                for (const { key } of files.files) files.remove(key)
                done()
              }}
            >
              {strings.cancel}
            </Button>
            <Button
              type="submit"
              loading={send.isPending}
              disabled={!files.isReady || original.isPending}
              rightSection={<IconSend size={15} className="mirrors" aria-hidden />}
            >
              {strings.send}
            </Button>
          </Group>
        </Stack>
      </FileZone>
    </form>
  )
}

/** Of an email that is passed on: its files are taken along, once. Each can be removed. */
const useOriginalFiles = (draft: Draft, initial: DraftValues, files: EmailFiles) => {
  const { id, userEmail } = { id: draft.filesOf, userEmail: initial.from }
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: { id: string; userEmail: string }) => call('attach-email-files', input),
    onSuccess: (answer) => files.addStored(answer.files),
  })
  const isAsked = useRef(initial.files.length > 0)
  useEffect(() => {
    if (id === null || isAsked.current) return
    isAsked.current = true
    mutate({ id, userEmail })
  }, [id, userEmail, mutate])
  return { isPending, error, retry: () => id !== null && mutate({ id, userEmail }) }
}
