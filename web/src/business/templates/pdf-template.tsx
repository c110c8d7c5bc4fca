import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Preview } from '#web/business/documents/preview.tsx'
import { LeaveWindow } from '#web/business/invoices/leave-window.tsx'
import { CallError, foyer } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import type { TemplateDetail } from '#web/wire.ts'
import { useTemplateChange } from './api.ts'
import { FileField } from './file-field.tsx'
import { PdfEditor } from './pdf-editor.tsx'
import { strings as pdfStrings } from './pdf-strings.ts'
import { itemAt, itemsOf, keysOf, type PdfDraft, partsOf, placeholdersFor } from './placed-items.ts'
import { PlaceholderFields } from './placeholder-fields.tsx'
import { areRulesFaulty, RuleParts, rulesOf, typedRules } from './rule-parts.tsx'
import { strings } from './strings.ts'
import { typedOf } from './template-text.ts'
import classes from './templates.module.css'

const draftOf = (template: TemplateDetail, file: PdfDraft['file']): PdfDraft => ({
  ...{ name: template.name, file, items: itemsOf(template), placeholders: typedOf(template.placeholders) },
  ...typedRules(template),
})

/** What is typed and placed, until it is saved: as a new version. */
const usePdfDraft = (template: TemplateDetail, file: PdfDraft['file']) => {
  const save = useTemplateChange('update-template')
  const [draft, setDraft] = useState<PdfDraft>(() => draftOf(template, file))
  const [kept, setKept] = useState(draft)
  const [isChecked, setChecked] = useState(false)
  const isLeft = useRef(draft)
  const change = (part: Partial<PdfDraft>): void => {
    save.reset()
    setDraft((now) => ({ ...now, ...part }))
  }
  const submit = (): void => {
    setChecked(true)
    if (draft.name.trim() === '' || areRulesFaulty(draft)) return
    save.mutate(
      {
        ...{ templateId: template.id, name: draft.name.trim(), file: draft.file.id },
        ...partsOf(draft.items),
        placeholders: placeholdersFor(draft),
        ...rulesOf(draft),
      },
      {
        onSuccess: (answer) => {
          isLeft.current = draft
          setKept(draft)
          say(strings.saved(answer.template.name))
        },
      },
    )
  }
  return { draft, change, save, submit, isChecked, isSaved: kept === draft, isHeld: () => isLeft.current !== draft }
}

/** A template of an uploaded PDF: its pages with fields, what its values are, and a preview of what is saved. */
export const PdfTemplate = ({ template, file }: { template: TemplateDetail; file: PdfDraft['file'] }) => {
  const mayChange = isAtLeast(useSession().role, 'admin') && template.archived_at === null
  const { draft, change, save, submit, isChecked, isSaved, isHeld } = usePdfDraft(template, file)
  return (
    <FormPage>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) submit()
        }}
      >
        <fieldset disabled={!mayChange} className={classes.plain}>
          <legend className="hidden-visually">{strings.template}</legend>
          <NameAndFile draft={draft} error={save.error} mayChange={mayChange} onChange={change} />
        </fieldset>
        <Part title={pdfStrings.pages} text={pdfStrings.pagesHint}>
          <PdfEditor draft={draft} mayChange={mayChange} error={save.error} onChange={(items) => change({ items })} />
        </Part>
        <fieldset disabled={!mayChange} className={classes.plain}>
          <legend className="hidden-visually">{strings.placeholders}</legend>
          <Part title={strings.placeholders} text={pdfStrings.placeholdersHint}>
            <PlaceholderFields
              keys={keysOf(draft.items)}
              typed={draft.placeholders}
              error={save.error}
              onChange={(placeholders) => change({ placeholders })}
              none={pdfStrings.noPlaceholders}
            />
          </Part>
          <RuleParts typed={draft} isChecked={isChecked} onChange={change} />
        </fieldset>
        <Part title={strings.preview}>
          <Stack>
            {isSaved ? (
              <Preview
                input={() => ({ templateId: template.id, title: draft.name.trim() || strings.template })}
                isPlaced={() => false}
                onRejected={() => undefined}
              />
            ) : (
              <Text size="sm">{pdfStrings.saveFirst}</Text>
            )}
            {mayChange ? (
              <Group justify="flex-end">
                <Button type="submit" loading={save.isPending}>
                  {strings.save}
                </Button>
              </Group>
            ) : (
              <Text size="sm">{strings.onlyAdmins}</Text>
            )}
          </Stack>
        </Part>
      </form>
      <LeaveWindow isHeld={() => mayChange && isHeld()} />
    </FormPage>
  )
}

const NameAndFile = ({
  draft,
  error,
  mayChange,
  onChange,
}: {
  draft: PdfDraft
  error: unknown
  mayChange: boolean
  onChange: (part: Partial<PdfDraft>) => void
}) => {
  const replace = useMutation({
    mutationFn: (given: File) => foyer.uploadTemplateFile(given, { name: given.name.slice(0, 255) }),
    onSuccess: (file) => {
      onChange({ file })
      say(pdfStrings.replaced)
    },
  })
  const field = error instanceof CallError ? error.field : null
  const isPlaced = field === 'name' || itemAt(draft.items, field) !== undefined || /^placeholders\./.test(field ?? '')
  return (
    <Part title={strings.template}>
      <Stack>
        {!isPlaced && <ErrorNote error={error} title={strings.notSaved} />}
        <TextInput
          label={strings.name}
          value={draft.name}
          error={(draft.name.trim() === '' && strings.nameMissing) || (field === 'name' && sentenceOf(error))}
          maxLength={120}
          required
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <FileField
          label={pdfStrings.replace}
          hint={draft.file.name}
          error={replace.error ? sentenceOf(replace.error) : undefined}
          isDisabled={!mayChange || replace.isPending}
          onChoose={(given) => given && replace.mutate(given)}
        />
      </Stack>
    </Part>
  )
}
