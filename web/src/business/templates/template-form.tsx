import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Preview } from '#web/business/documents/preview.tsx'
import { LeaveWindow } from '#web/business/invoices/leave-window.tsx'
import { CallError } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { TextHelp } from './help.tsx'
import { PlaceholderFields } from './placeholder-fields.tsx'
import { areRulesFaulty, RuleParts } from './rule-parts.tsx'
import { strings } from './strings.ts'
import { placeholdersIn, placeholdersOf, type TemplateDraft } from './template-text.ts'
import classes from './templates.module.css'

interface Props {
  readonly draft: TemplateDraft
  readonly mayChange: boolean
  readonly error: unknown
  readonly isPending: boolean
  readonly submit: string
  readonly onChange: (draft: TemplateDraft) => void
  /** Answers once it is saved; what it does with the answer comes after that. */
  readonly onSubmit: (saved: () => void) => void
}

/** Name, text and placeholders of a template, with a preview of what is typed. */
export const TemplateForm = ({ draft, mayChange, error, isPending, submit, onChange, onSubmit }: Props) => {
  const [isChecked, setChecked] = useState(false)
  const kept = useRef(draft)
  /** What the newest preview rejected: it stands at its field as that of saving does. */
  const [unshown, setUnshown] = useState<unknown>(null)
  const change = (part: Partial<TemplateDraft>): void => {
    setUnshown(null)
    onChange({ ...draft, ...part })
  }
  const faults = faultsOf(draft, { isChecked, unshown, error })
  const save = (): void => {
    setChecked(true)
    setUnshown(null)
    if (draft.name.trim() === '' || draft.body.trim() === '' || areRulesFaulty(draft)) return
    onSubmit(() => {
      kept.current = draft
    })
  }
  return (
    <FormPage>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save()
        }}
      >
        <fieldset disabled={!mayChange} className={classes.plain}>
          <legend className="hidden-visually">{strings.template}</legend>
          <Part title={strings.text}>
            <Stack>
              {!isAtField(error) && <ErrorNote error={error} title={strings.notSaved} />}
              <TextInput
                label={strings.name}
                value={draft.name}
                error={faults.name}
                maxLength={120}
                required
                onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              />
              <Textarea
                label={strings.body}
                description={strings.bodyHint}
                value={draft.body}
                error={faults.body}
                autosize
                minRows={14}
                maxRows={32}
                maxLength={200_000}
                required
                classNames={{ input: classes.body ?? '' }}
                onChange={({ currentTarget }) => change({ body: currentTarget.value })}
              />
              <TextHelp />
            </Stack>
          </Part>
          <Part title={strings.placeholders} text={strings.placeholdersHint}>
            <PlaceholderFields
              keys={placeholdersIn(draft.body)}
              typed={draft.placeholders}
              error={unshown ?? error}
              onChange={(placeholders) => change({ placeholders })}
            />
          </Part>
          <RuleParts typed={draft} isChecked={isChecked} onChange={change} />
        </fieldset>
        <Part title={strings.preview}>
          <Stack>
            <Preview
              isUsable={draft.body.trim() !== ''}
              input={() => ({
                body: draft.body,
                placeholders: placeholdersOf(draft),
                title: draft.name.trim() || strings.template,
              })}
              isPlaced={isAtField}
              onRejected={setUnshown}
            />
            {!mayChange && <Text size="sm">{strings.onlyAdmins}</Text>}
            {mayChange && (
              <Group justify="flex-end">
                <Button type="submit" loading={isPending}>
                  {submit}
                </Button>
              </Group>
            )}
          </Stack>
        </Part>
      </form>
      <LeaveWindow isHeld={() => mayChange && kept.current !== draft} />
    </FormPage>
  )
}

const faultsOf = (
  { name, body }: TemplateDraft,
  { isChecked, unshown, error }: { readonly isChecked: boolean; readonly unshown: unknown; readonly error: unknown },
) => ({
  name: (isChecked && name.trim() === '' && strings.nameMissing) || fieldError(unshown, 'title') || fieldError(error, 'name'),
  body: (isChecked && body.trim() === '' && strings.bodyMissing) || fieldError(unshown, 'body') || fieldError(error, 'body'),
})

/** Whether a field of this form shows it. In a preview the name is the title. */
const isAtField = (error: unknown): boolean =>
  error instanceof CallError && /^(name|title|body|placeholders\..+)$/.test(error.field ?? '')
