import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Input, OwnField, PlainRecordKind } from '#web/wire.ts'
import { usePipelines } from '../deals/api.ts'
import { useFieldChange } from './api.ts'
import { type ChoiceRow, ChoiceRows } from './choice-rows.tsx'
import { strings } from './strings.ts'

type Type = OwnField['type']
const types = Object.keys(strings.types) as Type[]

/** What a new field begins with. */
export interface Suggested {
  readonly name: string
  readonly type: OwnField['type']
  readonly currency?: string
}

interface Props {
  readonly kind: PlainRecordKind
  readonly editing: OwnField | 'new' | null
  readonly suggested?: Suggested | null
  readonly onSaved?: (field: OwnField) => void
  readonly onClose: () => void
}

/** A field of a kind of record: its name, its type and what the type takes. */
export const FieldWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window
    opened={opened}
    onClose={props.onClose}
    title={props.editing === 'new' ? strings.addTo[props.kind] : strings.editTitle}
    sheet
  >
    {props.editing && <FieldForm {...props} field={props.editing === 'new' ? null : props.editing} />}
  </Window>
)

interface Draft {
  readonly name: string
  readonly type: Type
  readonly currency: string
  readonly min: string
  readonly max: string
  readonly choices: readonly ChoiceRow[]
  readonly stageId: string
  readonly inForms: boolean
}

const draftOf = (field: OwnField | null): Draft => ({
  ...{ name: field?.name ?? '', type: field?.type ?? 'text', currency: field?.currency ?? '' },
  ...{ min: field?.min?.toString() ?? '', max: field?.max?.toString() ?? '' },
  choices: (field?.choices ?? []).filter(({ is_archived }) => !is_archived).map((each) => ({ ...each, key: each.id })),
  ...{ stageId: field?.required_stage_id ?? '', inForms: field?.in_forms ?? false },
})

const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text.replace(',', '.')))

const inputOf = (kind: PlainRecordKind, field: OwnField | null, draft: Draft): Input<'save-field'> => ({
  ...(field ? { fieldId: field.id } : { kind, fieldType: draft.type }),
  name: draft.name,
  ...(draft.type === 'money' && !field && { currency: draft.currency }),
  ...(draft.type === 'number' && { min: numberIn(draft.min), max: numberIn(draft.max) }),
  ...(isChoice(draft.type) && {
    choices: draft.choices
      .filter(({ name }) => name.trim() !== '')
      .map(({ id, name, hue }) => ({ ...(id !== undefined && { id }), name, hue })),
  }),
  ...(kind === 'deal' && { requiredStageId: draft.stageId || null }),
  ...(kind === 'lead' && { inForms: draft.inForms }),
})

const isChoice = (type: Type): boolean => type === 'choice' || type === 'choices'

const FieldForm = ({ kind, field, suggested, onSaved, onClose }: Props & { field: OwnField | null }) => {
  const [draft, setDraft] = useState(() => ({ ...draftOf(field), ...suggested }))
  const [wasTried, setTried] = useState(false)
  const saving = useFieldChange('save-field')
  const change = (next: Partial<Draft>): void => setDraft({ ...draft, ...next })
  const faultOf = (name: string): string | undefined => fieldError(saving.error, name)
  const nameFault = wasTried && draft.name.trim() === '' ? strings.nameMissing : faultOf('name')
  const lacksChoices = isChoice(draft.type) && draft.choices.every(({ name }) => name.trim() === '')
  const isShown = ['name', 'currency', 'min', 'max', 'choices'].some((name) => faultOf(name))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (draft.name.trim() === '' || lacksChoices) return
        saving.mutate(inputOf(kind, field, draft), {
          onSuccess: (saved) => {
            onSaved?.(saved.field)
            onClose()
          },
        })
      }}
    >
      <Stack>
        {!isShown && <ErrorNote error={saving.error} title={strings.notSaved} />}
        <TextInput
          label={strings.name}
          value={draft.name}
          maxLength={100}
          required
          data-autofocus
          error={nameFault}
          {...(field && { description: strings.keyHint(field.key) })}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <NativeSelect
          label={strings.type}
          value={draft.type}
          disabled={field !== null}
          {...(!field && { description: strings.typeHint })}
          data={types.map((value) => ({ value, label: strings.types[value] }))}
          onChange={({ currentTarget }) => change({ type: types.find((each) => each === currentTarget.value) ?? 'text' })}
        />
        {draft.type === 'money' && (
          <TextInput
            label={strings.currency}
            description={strings.currencyHint}
            value={draft.currency}
            maxLength={3}
            required
            disabled={field !== null}
            error={faultOf('currency')}
            onChange={({ currentTarget }) => change({ currency: currentTarget.value.toUpperCase() })}
          />
        )}
        {draft.type === 'number' && (
          <FieldPair>
            {(['min', 'max'] as const).map((limit) => (
              <TextInput
                key={limit}
                label={strings[limit]}
                inputMode="decimal"
                value={draft[limit]}
                error={faultOf(limit)}
                onChange={({ currentTarget }) => change({ [limit]: currentTarget.value })}
              />
            ))}
          </FieldPair>
        )}
        {isChoice(draft.type) && (
          <ChoiceRows
            rows={draft.choices}
            error={wasTried && lacksChoices ? strings.choicesMissing : faultOf('choices')}
            onChange={(choices) => change({ choices })}
          />
        )}
        {kind === 'deal' && <StageField value={draft.stageId} onChange={(stageId) => change({ stageId })} />}
        {kind === 'lead' && (
          <Switch
            label={strings.inForms}
            checked={draft.inForms}
            onChange={({ currentTarget }) => change({ inForms: currentTarget.checked })}
          />
        )}
        <WindowFoot>
          <FormButtons submit={strings.save} isPending={saving.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

/** From which stage on a deal needs a value. */
const StageField = ({ value, onChange }: { value: string; onChange: (stageId: string) => void }) => {
  const { data } = usePipelines()
  return (
    <NativeSelect
      label={strings.requiredAt}
      description={strings.requiredHint}
      value={value}
      data={[
        { value: '', label: strings.notRequired },
        ...(data?.pipelines ?? []).map((pipeline) => ({
          group: pipeline.name,
          items: pipeline.stages.filter(({ kind }) => kind !== 'lost').map(({ id, name }) => ({ value: id, label: name })),
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
