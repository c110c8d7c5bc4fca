import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallError, call, foyer } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import { FileField } from './file-field.tsx'
import { strings as pdfStrings } from './pdf-strings.ts'
import { strings } from './strings.ts'

/** What a template is called after its file. */
const nameOf = (file: File): string => file.name.replace(/\.pdf$/i, '').slice(0, 120)

/** Name and file of a template that is a PDF; its fields are placed once it is there. */
export const PdfUploadForm = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [isChecked, setChecked] = useState(false)
  const create = useMutation({
    mutationFn: async (given: File) => {
      const { id } = await foyer.uploadTemplateFile(given, { name: given.name.slice(0, 255) })
      return call('create-template', { name: name.trim(), kind: 'pdf', file: id })
    },
    onSuccess: ({ template }) => {
      say(strings.saved(template.name))
      void navigate({ to: '/settings/templates/$templateId', params: { templateId: template.id }, replace: true })
    },
  })
  const at = (field: string): string | undefined =>
    create.error instanceof CallError && create.error.field === field ? sentenceOf(create.error) : undefined
  const choose = (chosen: File | null): void => {
    create.reset()
    // The name of the file before is not one that was typed.
    const isOfFile = name.trim() === '' || (file !== null && name === nameOf(file))
    setFile(chosen)
    if (chosen && isOfFile) setName(nameOf(chosen))
  }
  const submit = (): void => {
    setChecked(true)
    if (file && name.trim() !== '') create.mutate(file)
  }
  return (
    <FormPage>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!create.isPending) submit()
        }}
      >
        <Part title={strings.template}>
          <Stack>
            {!at('file') && !at('name') && <ErrorNote error={create.error} title={pdfStrings.notUploaded} />}
            <FileField
              label={pdfStrings.file}
              hint={pdfStrings.fileHint}
              error={(isChecked && !file && pdfStrings.fileMissing) || at('file')}
              isRequired
              isDisabled={!mayChange}
              onChoose={choose}
            />
            <TextInput
              label={strings.name}
              value={name}
              error={(isChecked && name.trim() === '' && strings.nameMissing) || at('name')}
              maxLength={120}
              required
              disabled={!mayChange}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            {mayChange ? (
              <Group justify="flex-end">
                <Button type="submit" loading={create.isPending}>
                  {strings.create}
                </Button>
              </Group>
            ) : (
              <p>{strings.onlyAdmins}</p>
            )}
          </Stack>
        </Part>
      </form>
    </FormPage>
  )
}
