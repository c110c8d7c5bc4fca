import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { IconSend } from '#icons'
import { CallError, call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Mailbox } from '#web/wire.ts'
import { EmailFileZone, FileList } from '../email-files/file-list.tsx'
import { strings as fileStrings } from '../email-files/strings.ts'
import { type StoredFile, useEmailFiles } from '../email-files/use-email-files.ts'
import { useSend } from './api.ts'
import { useAutosave } from './autosave.ts'
import { answeredBy, beginningOf, contentOf, type Draft, type DraftValues, fieldToWrite } from './drafts.ts'
import { LetterField } from './letter-field.tsx'
import classes from './mail.module.css'
import { addressesOf, firstName, htmlOfText, textOfHtml } from './quoting.ts'
import { StandingNote } from './standing-note.tsx'
import { strings } from './strings.ts'
import type { Compose } from './use-compose.ts'

/** Where one writes an email: a new one, an answer, or one that is passed on. What is typed is saved as a draft. */
export const ComposeWindow = ({
  opened,
  compose,
  mailboxes,
}: {
  opened: boolean
  compose: Compose
  mailboxes: readonly Mailbox[]
}) => (
  <Window opened={opened} onClose={compose.leave} title={strings.titles[compose.draft?.kind ?? 'new']} sheet>
    {compose.draft && <Form key={compose.draft.windowId} draft={compose.draft} compose={compose} mailboxes={mailboxes} />}
  </Window>
)

const isSender = (mailbox: Mailbox, from: string): boolean => addressesOf(mailbox).includes(from)

interface FormProps {
  draft: Draft
  compose: Compose
  mailboxes: readonly Mailbox[]
}

const Form = ({ draft, compose, mailboxes }: FormProps) => {
  const parts = useDraftForm(draft, compose, mailboxes)
  const { begun, form, files, original, autosave, standing } = parts
  const signature = mailboxes.find((mailbox) => isSender(mailbox, form.values.from))?.signature ?? ''
  const { send, isSending, submit, discard } = useSending(draft, compose, { ...parts, signature })
  const isBlocked = standing.state === 'stale' || standing.state === 'gone'
  return (
    <form onSubmit={submit}>
      <EmailFileZone files={files}>
        <Stack gap="sm">
          <ErrorNote error={send.error} title={strings.notSent} />
          {draft.isOrphan && <p role="status">{strings.draftOrphan}</p>}
          <Fields
            form={form}
            first={fieldToWrite(begun.values)}
            senders={answeredBy(draft) === null ? mailboxes : []}
            error={send.error}
          />
          {original.isPending && <p role="status">{fileStrings.fetching}</p>}
          <ErrorNote error={original.error} title={fileStrings.notFetched} onRetry={original.retry} />
          <FileList files={files} />
          {signature !== '' && (
            <Checkbox
              label={strings.sign}
              description={<span className={classes.signature}>{textOfHtml(signature)}</span>}
              {...form.getInputProps('isSigned', { type: 'checkbox' })}
            />
          )}
          <Checkbox
            label={strings.track}
            description={strings.trackText}
            {...form.getInputProps('isTracked', { type: 'checkbox' })}
          />
          <StandingNote
            standing={standing}
            onTakeOther={() => compose.reopen()}
            onKeepMine={(version) => autosave.keepMine(version, form.values)}
            onAsNew={() => autosave.asNew(form.values)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void discard()}>
              {strings.cancel}
            </Button>
            <Button
              type="submit"
              loading={isSending}
              disabled={!files.isReady || original.isPending || isBlocked}
              rightSection={<IconSend size={15} className="mirrors" aria-hidden />}
            >
              {strings.send}
            </Button>
          </Group>
        </Stack>
      </EmailFileZone>
    </form>
  )
}

/** Sends an email, or discards it; either way no save of it follows. */
const useSending = (
  draft: Draft,
  compose: Compose,
  { form, files, autosave, signature }: ReturnType<typeof useDraftForm> & { readonly signature: string },
) => {
  const send = useSend(
    () => contentOf(draft, form.values),
    (draftId) => compose.takenBack(draftId, form.values.from),
  )
  // From the press on: a save that is under way is waited for first, and a second press sends nothing more.
  const isPressed = useRef(false)
  const [isSending, setSending] = useState(false)
  // The same at each press: an email that is sent again unchanged is one.
  const trackingId = useRef(crypto.randomUUID())
  const press = (isDown: boolean): void => {
    isPressed.current = isDown
    setSending(isDown)
  }
  const done = (): void => {
    autosave.end()
    compose.leave()
  }
  const discard = async (): Promise<void> => {
    const known = await autosave.pause()
    for (const { key } of files.files) files.remove(key)
    done()
    // Where another window has sent or discarded it there is nothing to remove.
    if (known?.id) await call('remove-email-draft', { draftId: known.id }).then(compose.changed, () => {})
  }
  const submit = form.onSubmit(async ({ from, to, cc, bcc, subject, text, isTracked, isSigned }) => {
    if (isPressed.current) return
    press(true)
    const known = await autosave.pause()
    if (!known) return press(false)
    const answers = answeredBy(draft)
    send.mutate(
      {
        ...{ to, subject, userEmail: from, body: htmlOfText(text, isSigned ? signature : '', draft.quotedHtml) },
        ...(cc.trim() !== '' && { cc }),
        ...(bcc.trim() !== '' && { bcc }),
        ...(isTracked && { trackingId: trackingId.current }),
        ...(answers !== null && { answers }),
        ...(known.id !== null && { draftId: known.id }),
        files: [...files.ids],
      },
      {
        onSuccess: done,
        onError: (error) =>
          error instanceof CallError && error.code === 'email_draft_not_found' ? autosave.lose() : autosave.resume(),
        onSettled: () => press(false),
      },
    )
  })
  return { send, isSending, submit, discard }
}

const Fields = ({
  form,
  first,
  senders,
  error,
}: {
  form: ReturnType<typeof useDraftForm>['form']
  /** The one with the cursor when the window opens: what is typed must not become part of a recipient. */
  first: ReturnType<typeof fieldToWrite>
  /** Those that one can choose from. */
  senders: readonly Mailbox[]
  error: unknown
}) => (
  <>
    {senders.length > 1 && (
      <Select
        label={strings.sender}
        data={senders.map(({ email }) => ({ value: email, label: email }))}
        allowDeselect={false}
        {...form.getInputProps('from')}
      />
    )}
    <TextInput
      label={strings.to}
      description={strings.toHint}
      required
      autoComplete="off"
      data-autofocus={first === 'to' || undefined}
      {...form.getInputProps('to')}
      error={fieldError(error, 'to')}
    />
    <TextInput label={strings.cc} autoComplete="off" {...form.getInputProps('cc')} error={fieldError(error, 'cc')} />
    <TextInput label={strings.bcc} autoComplete="off" {...form.getInputProps('bcc')} error={fieldError(error, 'bcc')} />
    <TextInput
      label={strings.subject}
      maxLength={998}
      data-autofocus={first === 'subject' || undefined}
      {...form.getInputProps('subject')}
      error={fieldError(error, 'subject')}
    />
    <LetterField
      value={form.values.text}
      name={firstName(form.values.to)}
      isFirst={first === 'text'}
      onChange={(text) => form.setFieldValue('text', text)}
    />
  </>
)

/** What is typed, with its files, saved as it changes. */
const useDraftForm = (draft: Draft, compose: Compose, mailboxes: readonly Mailbox[]) => {
  const [begun] = useState(() => beginningOf(draft))
  const { autosave, standing } = useAutosave(draft, { firstSave: compose.saved, closed: compose.changed })
  const isUsable = mailboxes.some((mailbox) => isSender(mailbox, begun.values.from))
  const from = isUsable ? begun.values.from : (mailboxes[0]?.email ?? begun.values.from)
  const form = useForm<DraftValues>({
    initialValues: { ...begun.values, from },
    onValuesChange: (values) => autosave.change(values),
  })
  const files = useEmailFiles(begun.values.files, (here) => form.setFieldValue('files', here))
  const original = useOriginalFiles(draft, form.values, (fetched) => {
    form.setFieldValue('takesFiles', false)
    files.addStored(fetched)
  })
  useEffect(() => {
    // It could not be saved when the page was left.
    if (begun.isUnsaved) autosave.change(begun.values)
  }, [begun, autosave])
  return { begun, form, files, original, autosave, standing }
}

/** Of an email that is passed on: its files are taken along, once. Each can be removed. */
const useOriginalFiles = (draft: Draft, { from, takesFiles }: DraftValues, take: (files: readonly StoredFile[]) => void) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: { id: string; userEmail: string }) => call('attach-email-files', input),
    onSuccess: (answer) => take(answer.files),
  })
  const id = takesFiles ? draft.mailId : null
  const isAsked = useRef(false)
  useEffect(() => {
    if (id === null || isAsked.current) return
    isAsked.current = true
    mutate({ id, userEmail: from })
  }, [id, from, mutate])
  return { isPending, error, retry: () => id !== null && mutate({ id, userEmail: from }) }
}
