import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '#icons'
import { fieldError, fieldErrorIn } from '#web/ui/error-note.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { useFields } from '../../fields/api.ts'
import {
  type FieldKind,
  hasOptions,
  isKnown,
  isQuestion,
  type QuestionKind,
  questionKinds,
  questionOf,
  type TypedField,
} from './draft.ts'
import { strings } from './strings.ts'

const most = 25
const knownKinds = ['name', 'email', 'phone', 'company', 'title', 'note'] as const

const nameOf = ({ kind, label }: TypedField): string => label || (isKnown(kind) ? strings.known[kind] : strings.question)

/** A button that can go no further keeps the focus: a field that is moved to the end is followed by the keyboard. */
const ended = (isEnd: boolean) => (isEnd ? { 'data-disabled': true, 'aria-disabled': true } : {})

/** What a form asks, in its order, moved by buttons that the keyboard reaches. */
export const FieldEditor = ({
  fields,
  error,
  onChange,
}: {
  fields: readonly TypedField[]
  error: unknown
  onChange: (fields: readonly TypedField[]) => void
}) => {
  const list = useRef<HTMLDivElement>(null)
  const move = (at: number, by: number): void => {
    const to = at + by
    if (to < 0 || to >= fields.length) return
    onChange(fields.toSpliced(at, 1).toSpliced(to, 0, ...fields.slice(at, at + 1)))
  }
  const add = (field: Omit<TypedField, 'id'>): void => {
    const id = crypto.randomUUID()
    onChange([...fields, { ...field, id }])
    // The new one is drawn with the next frame.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('[data-field]:last-of-type input')?.focus())
  }
  return (
    <Stack ref={list} role="group" aria-label={strings.fields}>
      <p className="dim">{strings.fieldsHint}</p>
      {fields.map((field, at) => (
        <Stack key={field.id} gap="xs" data-field role="group" aria-label={strings.labelOf(at + 1, nameOf(field))}>
          <Group align="end" wrap="nowrap" gap="xs">
            <LabelInput
              field={field}
              at={at}
              error={error}
              onChange={(change) => onChange(fields.with(at, { ...field, ...change }))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={strings.up(nameOf(field))}
              {...ended(at === 0)}
              onClick={() => move(at, -1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={strings.down(nameOf(field))}
              {...ended(at === fields.length - 1)}
              onClick={() => move(at, 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={strings.remove(nameOf(field))}
              {...ended(fields.length === 1)}
              onClick={() => {
                if (fields.length === 1) return
                onChange(fields.toSpliced(at, 1))
                // Its button is gone: the keyboard goes on behind the list.
                requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-add]')?.focus())
              }}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
          <Answer
            field={field}
            at={at}
            error={error}
            onChange={(change) => onChange(fields.with(at, { ...field, ...change }))}
          />
        </Stack>
      ))}
      {fields.length < most && <AddField fields={fields} onAdd={add} />}
    </Stack>
  )
}

interface FieldProps {
  readonly field: TypedField
  readonly at: number
  readonly error: unknown
  onChange(change: Partial<TypedField>): void
}

const LabelInput = ({ field, at, error, onChange }: FieldProps) => (
  <TextInput
    style={{ flex: 1 }}
    label={strings.labelOf(at + 1, isKnown(field.kind) ? strings.known[field.kind] : strings.question)}
    placeholder={isKnown(field.kind) ? strings.known[field.kind] : undefined}
    value={field.label}
    error={fieldError(error, `settings.fields.${at}.label`) ?? fieldError(error, `settings.fields.${at}.name`)}
    maxLength={200}
    required={isQuestion(field.kind)}
    onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
  />
)

const Answer = ({ field, at, error, onChange }: FieldProps) => (
  <>
    <Group align="end">
      {isQuestion(field.kind) && (
        <NativeSelect
          label={strings.answer}
          value={field.kind}
          data={questionKinds.map((value) => ({ value, label: strings.questionKinds[value] }))}
          onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as QuestionKind })}
        />
      )}
      <Checkbox
        label={strings.required}
        checked={field.required}
        onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
      />
    </Group>
    {hasOptions(field.kind) && (
      <Textarea
        label={strings.options}
        value={field.options}
        error={fieldErrorIn(error, `settings.fields.${at}.options`)}
        autosize
        minRows={2}
        maxRows={10}
        onChange={({ currentTarget }) => onChange({ options: currentTarget.value })}
      />
    )}
  </>
)

const plain = (kind: FieldKind): Omit<TypedField, 'id'> => ({
  ...{ kind, name: isKnown(kind) ? kind : '', label: '', required: false, options: '', field: null },
})

const AddField = ({ fields, onAdd }: { fields: readonly TypedField[]; onAdd: (field: Omit<TypedField, 'id'>) => void }) => {
  const left = knownKinds.filter((kind) => fields.every((field) => field.kind !== kind))
  const { data } = useFields('lead')
  const own = (data?.fields ?? []).filter(({ in_forms, key }) => in_forms && fields.every(({ field }) => field !== key))
  return (
    <Menu
      position="bottom-start"
      withinPortal
      target={
        <Button variant="default" data-add leftSection={<IconPlus size={16} />} style={{ alignSelf: 'start' }}>
          {strings.addField}
        </Button>
      }
    >
      {(parts) => (
        <>
          {left.map((kind) => (
            <parts.Item key={kind} onClick={() => onAdd(plain(kind))}>
              {strings.known[kind]}
            </parts.Item>
          ))}
          <parts.Item onClick={() => onAdd(plain('text'))}>{strings.question}</parts.Item>
          {own.map((field) => {
            const asked = questionOf(field)
            return (
              asked && (
                <parts.Item key={field.id} onClick={() => onAdd(asked)}>
                  <bdi>{strings.ownField(field.name)}</bdi>
                </parts.Item>
              )
            )
          })}
        </>
      )}
    </Menu>
  )
}
