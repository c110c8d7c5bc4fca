import { Button, Group } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { IconPencil } from '#icons'
import { fieldError, sentenceOf } from '#web/ui/error-note.tsx'
import type { OwnField, PlainRecordKind } from '#web/wire.ts'
import { Overtaken, overtakenIn } from '../records/overtaken.tsx'
import { PlainProperty } from '../records/property.tsx'
import { useSetFields } from './api.ts'
import classes from './fields.module.css'
import { strings } from './strings.ts'
import { ValueInput } from './value-input.tsx'
import { type Draft, draftOf, type FieldValue, givenOf, hasValue, shownValue } from './values.tsx'

interface Props {
  readonly kind: PlainRecordKind
  readonly id: string
  readonly field: OwnField
  readonly value: FieldValue
}

/** One field of a record: read, and edited where it stands. Enter saves, Escape leaves it as it was. */
export const FieldRow = ({ kind, id, field, value }: Props) => {
  const [draft, setDraft] = useState<Draft | null>(null)
  // As it was when it was opened: what a colleague sets meanwhile is not what was edited here.
  const [seen, setSeen] = useState<FieldValue>(value)
  const saving = useSetFields(kind, id)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setDraft(null)
    saving.reset()
    // Once the button stands again.
    setTimeout(() => opener.current?.focus())
  }
  const save = (next: Draft, instead: FieldValue = seen): void => {
    if (JSON.stringify(next) === JSON.stringify(draftOf(field, instead))) return close()
    const fields = givenOf(field, next).then((value) => ({ [field.key]: value }))
    saving.mutate({ fields, was: { [field.key]: instead ?? null } }, { onSuccess: close })
  }
  const open = (): void => {
    setSeen(value)
    setDraft(draftOf(field, value))
  }
  if (field.type === 'tick') return <TickRow kind={kind} id={id} field={field} value={value} />
  if (draft === null)
    return (
      <PlainProperty name={field.name}>
        <div className={classes.value} data-empty={!hasValue(value) || undefined}>
          {hasValue(value) && <span className={classes.shown}>{shownValue(field, value)}</span>}
          <button type="button" ref={opener} className={classes.open} onClick={open}>
            {hasValue(value) ? <IconPencil size={14} aria-hidden /> : strings.empty}
            <span className="hidden-visually">
              {hasValue(value) ? strings.editValue(field.name) : `: ${strings.setValue(field.name)}`}
            </span>
          </button>
        </div>
      </PlainProperty>
    )
  const [overtaken] = overtakenIn(saving.error)
  const error = saving.error && !overtaken ? (fieldError(saving.error, field.key) ?? sentenceOf(saving.error)) : undefined
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    // In a text, Shift+Enter begins a new line.
    if (event.key === 'Enter' && !event.shiftKey && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      save(draft)
    }
  }
  return (
    <PlainProperty name={field.name}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the field in it */}
      <div className={classes.edit} onKeyDown={onKeyDown} ref={focusFirst}>
        <ValueInput field={field} draft={draft} value={value} isBare error={error} onChange={setDraft} />
        {overtaken && (
          <div role="alert" className={classes.overtaken}>
            <Overtaken
              field={overtaken}
              type={field.type}
              onKeep={close}
              onReplace={() => save(draft, overtaken.value as FieldValue)}
            />
          </div>
        )}
        <Group gap={6} hidden={overtaken !== undefined}>
          <Button size="compact-sm" loading={saving.isPending} onClick={() => save(draft)}>
            {strings.save}
          </Button>
          <Button size="compact-sm" variant="default" onClick={close}>
            {strings.cancel}
          </Button>
        </Group>
      </div>
    </PlainProperty>
  )
}

const focusFirst = (element: HTMLElement | null): void => {
  const field = element?.querySelector<HTMLElement>('input, textarea, select')
  if (field && !element?.contains(document.activeElement)) field.focus()
}

/** A box is ticked at once. */
const TickRow = ({ kind, id, field, value }: Props) => {
  const saving = useSetFields(kind, id)
  // At once: a box that waited for the mutation to begin would jump back for a moment.
  const [ticked, setTicked] = useState<boolean | null>(null)
  const draft = ticked ?? value === true
  const tick = (next: boolean): void => {
    setTicked(next)
    saving.mutate({ fields: { [field.key]: next } }, { onSettled: () => setTicked(null) })
  }
  return (
    <PlainProperty name={field.name}>
      <div className={classes.value}>
        <ValueInput
          field={field}
          draft={draft}
          isBare
          error={saving.error ? sentenceOf(saving.error) : undefined}
          onChange={(next) => tick(next === true)}
        />
      </div>
    </PlainProperty>
  )
}
