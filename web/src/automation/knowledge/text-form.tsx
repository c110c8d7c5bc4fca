import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { say } from '#web/ui/say.tsx'
import type { KnowledgeSource } from '#web/wire.ts'
import { useKnowledgeChange, useSource } from './api.ts'
import { documentLanguages, languageName } from './language-names.ts'
import { strings } from './strings.ts'

/** A document with its text, once that is loaded. */
export const EditForm = ({ id, onSaved }: { id: string; onSaved: () => void }) => {
  const { data, error, refetch } = useSource(id)
  if (error) return <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />
  if (!data) return <RowsPending rows={4} />
  return <TextForm source={data.source} text={data.text} onSaved={onSaved} />
}

interface Props {
  /** The document that is changed; without it, it is a new one. */
  readonly source?: KnowledgeSource
  readonly text?: string
  readonly onSaved: () => void
}

/** Title, text and language of a document. */
export const TextForm = ({ source, text: before = '', onSaved }: Props) => {
  const [title, setTitle] = useState(source?.title ?? '')
  const [text, setText] = useState(before)
  const [language, setLanguage] = useState<KnowledgeSource['language'] | ''>(source?.language ?? '')
  const [isChecked, setChecked] = useState(false)
  const save = useKnowledgeChange('save-knowledge')
  const isAtField = (['title', 'text'] as const).some((field) => fieldError(save.error, field))
  const submit = (): void => {
    setChecked(true)
    if (title.trim() === '' || text.trim() === '') return
    save.mutate(
      {
        title: title.trim(),
        ...(source && { knowledgeId: source.id }),
        // What a file says stays that file's for as long as it is not written anew.
        ...((!source || text !== before) && { text }),
        ...(language !== '' && { language }),
      },
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
        if (!save.isPending) submit()
      }}
    >
      <Stack>
        {!isAtField && <ErrorNote error={save.error} title={strings.notSaved} />}
        <TextInput
          label={strings.name}
          value={title}
          error={(isChecked && title.trim() === '' && strings.nameMissing) || fieldError(save.error, 'title')}
          maxLength={200}
          required
          data-autofocus
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Textarea
          label={strings.text}
          description={strings.textHint}
          value={text}
          error={(isChecked && text.trim() === '' && strings.textMissing) || fieldError(save.error, 'text')}
          autosize
          minRows={10}
          maxRows={24}
          required
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <NativeSelect
          label={strings.language}
          value={language}
          data={[
            { value: '', label: strings.seen },
            ...documentLanguages.map((value) => ({ value, label: languageName(value) })),
          ]}
          onChange={({ currentTarget }) => setLanguage(documentLanguages.find((value) => value === currentTarget.value) ?? '')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {strings.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
