import { ActionIcon, Button, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '#icons'
import type { StageKind } from '#web/wire.ts'
import classes from './pipelines.module.css'
import { strings } from './strings.ts'

export const stageKinds: readonly StageKind[] = ['open', 'won', 'lost']

export interface StageRow {
  /** Of this form: a stage that is not saved has no id yet. */
  readonly key: string
  readonly id?: string
  readonly name: string
  readonly kind: StageKind
  /** In per cent; null: none. */
  readonly chance: number | null
  /** Open ones: they keep it from being removed. */
  readonly deals: number
}

/** What of a row has the focus. */
type Part = 'up' | 'down' | 'name'

/** The stages of a pipeline in their order: named, moved up and down, added and removed. */
export const StageRows = ({
  rows,
  isChecked,
  lacksKind,
  onChange,
}: {
  rows: readonly StageRow[]
  /** Faults are shown. */
  isChecked: boolean
  lacksKind: boolean
  onChange: (rows: readonly StageRow[]) => void
}) => {
  const [spoken, setSpoken] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const toFocus = useRef<string | null>(null)
  useEffect(() => {
    if (toFocus.current === null) return
    list.current?.querySelector<HTMLElement>(toFocus.current)?.focus()
    toFocus.current = null
  })
  const change = (key: string, next: Partial<StageRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...next } : row)))
  const shift = (at: number, by: 1 | -1, focused: Part): void => {
    const row = rows[at]
    if (!row || !rows[at + by]) return
    onChange(rows.toSpliced(at, 1).toSpliced(at + by, 0, row))
    const isAtEnd = at + by === 0 || at + by === rows.length - 1
    // The button that led to the end is disabled there: its neighbour takes the focus.
    const part = focused === 'name' ? 'name' : isAtEnd ? (focused === 'up' ? 'down' : 'up') : focused
    toFocus.current = `[data-row-key="${row.key}"] [data-part="${part}"]`
    setSpoken(strings.stageMoved(row.name, at + by + 1, rows.length))
  }
  const add = (): void => {
    const key = `new ${Date.now()}`
    const at = rows.findIndex(({ kind }) => kind !== 'open')
    onChange(rows.toSpliced(at === -1 ? rows.length : at, 0, { key, name: '', kind: 'open', chance: null, deals: 0 }))
    toFocus.current = `[data-row-key="${key}"] [data-part="name"]`
  }
  return (
    <fieldset className={classes.fields}>
      <legend>{strings.stages}</legend>
      <p className={classes.hint}>
        {strings.stagesHint} {strings.chanceHint}
      </p>
      <ol className={classes.rows} ref={list}>
        {rows.map((row, at) => (
          <StageFields
            key={row.key}
            row={row}
            at={at}
            isLast={at === rows.length - 1}
            isChecked={isChecked}
            onChange={(next) => change(row.key, next)}
            onShift={(by, focused) => shift(at, by, focused)}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      {isChecked && lacksKind && (
        <Text size="sm" c="var(--red)">
          {strings.needsKinds}
        </Text>
      )}
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        {strings.addStage}
      </Button>
      <span className="hidden-visually" role="status">
        {spoken}
      </span>
    </fieldset>
  )
}

const StageFields = ({
  row,
  at,
  isLast,
  isChecked,
  onChange,
  onShift,
  onRemove,
}: {
  row: StageRow
  at: number
  isLast: boolean
  isChecked: boolean
  onChange: (next: Partial<StageRow>) => void
  onShift: (by: 1 | -1, focused: Part) => void
  onRemove: () => void
}) => {
  const called = row.name || strings.stageNumber(at + 1)
  return (
    <li data-row-key={row.key}>
      <TextInput
        aria-label={strings.stageNumber(at + 1)}
        value={row.name}
        error={isChecked && row.name.trim() === '' ? strings.nameMissing : undefined}
        maxLength={100}
        data-part="name"
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          onShift(event.key === 'ArrowUp' ? -1 : 1, 'name')
        }}
      />
      <NativeSelect
        aria-label={strings.kindOf(called)}
        value={row.kind}
        disabled={row.id !== undefined}
        data={stageKinds.map((kind) => ({ value: kind, label: strings.stageKinds[kind] }))}
        onChange={({ currentTarget }) => onChange({ kind: stageKinds.find((kind) => kind === currentTarget.value) ?? 'open' })}
      />
      {row.kind === 'open' && (
        <NumberInput
          className={classes.chance}
          aria-label={strings.chanceOf(called)}
          placeholder={strings.chance}
          value={row.chance ?? ''}
          min={0}
          max={100}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          hideControls
          suffix="%"
          onChange={(chance) => onChange({ chance: typeof chance === 'number' ? chance : null })}
        />
      )}
      <div className={classes.buttons}>
        <ActionIcon
          variant="default"
          size={36}
          disabled={at === 0}
          data-part="up"
          aria-label={strings.moveUp(called)}
          onClick={() => onShift(-1, 'up')}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          disabled={isLast}
          data-part="down"
          aria-label={strings.moveDown(called)}
          onClick={() => onShift(1, 'down')}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          disabled={row.deals > 0}
          title={row.deals > 0 ? strings.stageHasDeals(row.deals) : undefined}
          aria-label={strings.removeStage(called)}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}
