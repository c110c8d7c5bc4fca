import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { IconPlus, IconTrash } from '#icons'
import { fieldHint } from '#web/i18n/server-messages.ts'
import { Fieldset } from '#web/ui/fieldset.tsx'
import type { Value } from '../graph/graph.ts'
import { type Field, fieldKindOf, type JsonSchema, plain } from '../json-schemas.ts'
import { choiceName, fieldName } from '../names/spoken-names.ts'
import { strings } from '../strings.ts'
import { codeText } from '../trouble-text.tsx'
import { TemplateField } from './expression-field.tsx'
import { useTrouble } from './field-context.ts'
import classes from './fields.module.css'
import { asText, KnownIdField, knownKindOf } from './known-ids.tsx'

interface Props {
  readonly field: Field
  /** What it is called; else by its name. */
  readonly label?: string
  /** By which troubles name it: `input.client.email`. */
  readonly at: string
  readonly root: JsonSchema
  readonly value: Value | undefined
  /** Undefined: it is left out. */
  onChange(value: Value | undefined): void
}

const isExpression = (value: Value | undefined): boolean => typeof value === 'string' && value.includes('{{')

/** A field of an action, made from its JSON Schema. Each takes a value of another step in the place of one that is typed. */
export const ValueField = (props: Props) => {
  const { field, root, at, value, onChange } = props
  const kind = fieldKindOf(field.schema, root)
  const label = props.label ?? field.schema.title ?? fieldName(field.name)
  const english = plain(field.schema, root).description ?? field.schema.description
  const hint = english === undefined ? undefined : codeText(fieldHint(english))
  const shared = { label, field: at, isRequired: field.isRequired, ...(hint !== undefined && { hint }) }
  const text = (isLong: boolean) => (
    <TemplateField
      {...shared}
      isLong={isLong}
      value={value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)}
      onChange={(typed) => onChange(typed === '' && !field.isRequired ? undefined : typed)}
    />
  )
  switch (kind.kind) {
    case 'text': {
      const known = isExpression(value) ? undefined : knownKindOf(field.name)
      return known ? (
        <KnownIdField {...{ kind: known, label, at, hint, isRequired: field.isRequired, value, onChange }} />
      ) : (
        text(kind.isLong)
      )
    }
    case 'number':
      return <NumberField {...props} label={label} hint={hint} />
    case 'choice':
      return isExpression(value) ? text(false) : <ChoiceField {...props} label={label} hint={hint} choices={kind.choices} />
    case 'tick':
      return isExpression(value) ? text(false) : <TickField {...props} label={label} hint={hint} />
    case 'list':
      return isExpression(value) ? text(false) : <ListField {...props} label={label} items={kind.items} />
    case 'object':
      return isExpression(value) ? text(false) : <ObjectField {...props} label={label} fields={kind.fields} />
    case 'other':
      return isExpression(value) ? text(false) : <JsonField {...props} label={label} hint={hint} />
  }
}

interface Labelled extends Props {
  readonly label: string
  readonly hint?: ReactNode
}

/** Takes digits as a number, and all else as a text with values. */
const NumberField = ({ field, at, value, label, hint, onChange }: Labelled) => (
  <TemplateField
    label={label}
    field={at}
    isRequired={field.isRequired}
    {...(hint !== undefined && { hint })}
    value={value === undefined || value === null ? '' : String(value)}
    onChange={(typed) => {
      const isNumber = /^-?\d+(\.\d+)?$/.test(typed.trim())
      onChange(typed === '' ? undefined : isNumber ? Number(typed) : typed)
    }}
  />
)

const ChoiceField = ({ field, at, value, label, hint, choices, onChange }: Labelled & { choices: readonly string[] }) => (
  <NativeSelect
    label={label}
    description={hint}
    error={useTrouble(at)}
    withAsterisk={field.isRequired}
    value={typeof value === 'string' ? value : ''}
    data={[
      { value: '', label: strings.notSet },
      ...choices.map((choice) => ({ value: choice, label: choiceName(choice) })),
      { value: asText, label: strings.asValue },
    ]}
    onChange={({ currentTarget: { value: chosen } }) =>
      onChange(chosen === '' ? undefined : chosen === asText ? '{{  }}' : chosen)
    }
  />
)

const TickField = ({ field, at, value, label, hint, onChange }: Labelled) => (
  <NativeSelect
    label={label}
    description={hint}
    error={useTrouble(at)}
    withAsterisk={field.isRequired}
    value={typeof value === 'boolean' ? String(value) : ''}
    data={[
      { value: '', label: strings.notSet },
      { value: 'true', label: strings.yes },
      { value: 'false', label: strings.no },
      { value: asText, label: strings.asValue },
    ]}
    onChange={({ currentTarget: { value: chosen } }) =>
      onChange(chosen === '' ? undefined : chosen === asText ? '{{  }}' : chosen === 'true')
    }
  />
)

const ListField = ({ field, at, root, value, label, items, onChange }: Labelled & { items: JsonSchema }) => {
  const list = Array.isArray(value) ? value : []
  const trouble = useTrouble(at, true)
  const change = (next: readonly Value[]): void => onChange(next.length === 0 && !field.isRequired ? undefined : [...next])
  return (
    <Fieldset legend={label}>
      <Stack gap="xs">
        {trouble && <p className={classes.fault}>{trouble}</p>}
        {list.map((each, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
          <div key={n} className={classes.item}>
            <ValueField
              field={{ name: strings.item(n + 1), schema: items, isRequired: true }}
              at={`${at}.${n}`}
              root={root}
              value={each}
              onChange={(next) => change(list.map((old, m) => (m === n ? (next ?? '') : old)))}
            />
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={strings.removeItem(n + 1)}
              onClick={() => change(list.filter((_, m) => m !== n))}
            >
              <IconTrash size={16} aria-hidden />
            </Button>
          </div>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change([...list, emptyOf(items, root)])}
        >
          {strings.addItem}
        </Button>
      </Stack>
    </Fieldset>
  )
}

const emptyOf = (schema: JsonSchema, root: JsonSchema): Value => (fieldKindOf(schema, root).kind === 'object' ? {} : '')

const ObjectField = ({ at, root, value, label, fields, onChange }: Labelled & { fields: readonly Field[] }) => {
  const given = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {fields.map((field) => (
          <ValueField
            key={field.name}
            field={field}
            at={`${at}.${field.name}`}
            root={root}
            value={given[field.name]}
            onChange={(next) => {
              const { [field.name]: _, ...others } = given
              const changed = next === undefined ? others : { ...others, [field.name]: next }
              onChange(Object.keys(changed).length === 0 ? undefined : changed)
            }}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

/** What no form is made for: written as JSON, and taken once it is. */
export const JsonField = ({ field, at, value, label, hint, onChange }: Omit<Labelled, 'root'>) => {
  const trouble = useTrouble(at)
  const [typed, setTyped] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [isBad, setBad] = useState(false)
  const take = (text: string): void => {
    setTyped(text)
    if (text.trim() === '') return onChange(undefined)
    try {
      onChange(JSON.parse(text) as Value)
      setBad(false)
    } catch {
      const isText = /^[^[{"\d]/.test(text.trim())
      setBad(!isText)
      if (isText) onChange(text)
    }
  }
  return (
    <Textarea
      label={label}
      description={hint}
      withAsterisk={field.isRequired}
      value={typed}
      error={isBad ? strings.jsonInvalid : trouble}
      autosize
      minRows={2}
      maxRows={14}
      spellCheck={false}
      classNames={{ input: classes.code ?? '' }}
      onChange={({ currentTarget }) => take(currentTarget.value)}
    />
  )
}

/** A short text without values. */
export const PlainField = ({
  label,
  field,
  value,
  onChange,
  ...rest
}: {
  label: string
  field: string
  value: string
  maxLength?: number
  placeholder?: string
  onChange(value: string): void
}) => (
  <TextInput
    {...rest}
    label={label}
    value={value}
    error={useTrouble(field)}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
