import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '#icons'
import { hues } from '#web/ui/hue-field.tsx'
import { strings as common } from '#web/ui/strings.ts'
import { Tag } from '#web/ui/tag.tsx'
import classes from './fields.module.css'
import { strings } from './strings.ts'

export interface ChoiceRow {
  /** Of this form: a choice that is not saved has no id yet. */
  readonly key: string
  readonly id?: string
  readonly name: string
  readonly hue: number
}

const mostChoices = 100

/** What can be chosen, in its order: named, coloured, moved, added and removed. */
export const ChoiceRows = ({
  rows,
  error,
  onChange,
}: {
  rows: readonly ChoiceRow[]
  error: string | undefined
  onChange: (rows: readonly ChoiceRow[]) => void
}) => {
  const list = useRef<HTMLOListElement>(null)
  const toFocus = useRef<string | null>(null)
  useEffect(() => {
    if (toFocus.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-row-key="${toFocus.current}"] input`)?.focus()
    toFocus.current = null
  })
  const change = (key: string, next: Partial<ChoiceRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...next } : row)))
  const shift = (at: number, by: 1 | -1): void => {
    const row = rows[at]
    if (row && rows[at + by]) onChange(rows.toSpliced(at, 1).toSpliced(at + by, 0, row))
  }
  const add = (): void => {
    if (rows.length >= mostChoices) return
    const key = `new ${Date.now()} ${rows.length}`
    onChange([...rows, { key, name: '', hue: (rows.length % hues.length) + 1 }])
    toFocus.current = key
  }
  return (
    <fieldset className={classes.choiceField}>
      <legend>{strings.choices}</legend>
      <p className={classes.hint}>{strings.choicesHint}</p>
      <ol className={classes.choices} ref={list}>
        {rows.map((row, at) => (
          <Row
            key={row.key}
            row={row}
            at={at}
            isLast={at === rows.length - 1}
            onChange={(next) => change(row.key, next)}
            onShift={(by) => shift(at, by)}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
            onNext={add}
          />
        ))}
      </ol>
      {error && (
        <Text size="sm" c="var(--red)">
          {error}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        disabled={rows.length >= mostChoices}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        {strings.addChoice}
      </Button>
    </fieldset>
  )
}

const Row = ({
  row,
  at,
  isLast,
  onChange,
  onShift,
  onRemove,
  onNext,
}: {
  row: ChoiceRow
  at: number
  isLast: boolean
  onChange: (next: Partial<ChoiceRow>) => void
  onShift: (by: 1 | -1) => void
  onRemove: () => void
  /** Enter in the last one: another one. */
  onNext: () => void
}) => {
  const called = row.name || strings.choiceNumber(at + 1)
  return (
    <li data-row-key={row.key}>
      <TextInput
        aria-label={strings.choiceNumber(at + 1)}
        value={row.name}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || row.name.trim() === '' || !isLast) return
          event.preventDefault()
          onNext()
        }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`${strings.choiceHue(called)}: ${common.hues[row.hue as 1]}`}
        onClick={() => onChange({ hue: (row.hue % hues.length) + 1 })}
      >
        <Tag hue={row.hue}>{common.hueSample}</Tag>
      </ActionIcon>
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size={36}
          disabled={at === 0}
          aria-label={`${strings.moveUp}: ${called}`}
          onClick={() => onShift(-1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          disabled={isLast}
          aria-label={`${strings.moveDown}: ${called}`}
          onClick={() => onShift(1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
      </ActionIcon.Group>
      <ActionIcon variant="default" size={36} aria-label={strings.removeChoice(called)} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}
