import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FileField } from '#web/business/templates/file-field.tsx'
import { CallError } from '#web/gateway.ts'
import { adviceOn, ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { useKnowledgeUpload } from './api.ts'
import { strings } from './strings.ts'

const accepted = '.txt,.md,.markdown,.html,.htm,.pdf,text/plain,text/markdown,text/html,application/pdf'

/** A file and the title of the document that is made of it: the file's name, unless another one is typed. */
export const UploadForm = ({ onSaved }: { onSaved: () => void }) => {
  const [file, setFile] = useState<File | null>(null)
  const [title, setTitle] = useState('')
  const [isChecked, setChecked] = useState(false)
  const upload = useKnowledgeUpload()
  const ofFile = upload.error instanceof CallError && upload.error.field === 'file' ? adviceOn(upload.error) : undefined
  const choose = (chosen: File | null): void => {
    upload.reset()
    setFile(chosen)
    if (chosen && title.trim() === '') setTitle(chosen.name.replace(/\.[a-z\d]{1,8}$/i, '').slice(0, 200))
  }
  const submit = (): void => {
    setChecked(true)
    if (!file || title.trim() === '') return
    upload.mutate(
      { file, title: title.trim() },
      {
        onSuccess: () => {
          say(strings.saved(title.trim()))
          onSaved()
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!upload.isPending) submit()
      }}
    >
      <Stack>
        {!ofFile && !fieldError(upload.error, 'title') && <ErrorNote error={upload.error} title={strings.notSaved} />}
        <FileField
          label={strings.file}
          hint={strings.fileHint}
          accept={accepted}
          error={(isChecked && !file && strings.fileMissing) || ofFile}
          isRequired
          isDisabled={upload.isPending}
          onChoose={choose}
        />
        <TextInput
          label={strings.name}
          value={title}
          error={(isChecked && title.trim() === '' && strings.nameMissing) || fieldError(upload.error, 'title')}
          maxLength={200}
          required
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={upload.isPending}>
            {strings.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
