import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconPlus, IconTrash } from '#icons'
import { money } from '#web/i18n/format.ts'
import { type Column, type Faults, isBlank, type LineDraft, newLine, tidyLine, wireNames } from './draft.ts'
import classes from './form.module.css'
import { strings } from './strings.ts'

/** A hundred lines are the most that an invoice has. */
const mostLines = 100

interface LinesProps {
  lines: readonly LineDraft[]
  currency: string
  faults: Faults
  /** Each line has a code that its tax goes by. */
  hasCodes: boolean
  /** What each line comes to, where that is known already. */
  amounts: readonly (number | undefined)[]
  onChange: (lines: readonly LineDraft[]) => void
}

/**
 * The lines of an invoice, made to be filled in without a mouse: Enter goes to the next line and makes one where there is
 * none, arrows go up and down in their column, Backspace in an empty line takes it away.
 */
export const Lines = ({ lines, currency, faults, hasCodes, amounts, onChange }: LinesProps) => {
  const { list, undo, removed, focus, set, add, remove, restore } = useLines(lines, onChange)
  const onKeyDown = (event: KeyboardEvent, at: number, column: Column): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const go = (to: number): void => {
      const line = lines[to]
      if (line) focus(line.key, column)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (event.shiftKey) go(at - 1)
      else if (at === lines.length - 1) add()
      else go(at + 1)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.shiftKey) {
      event.preventDefault()
      go(event.key === 'ArrowDown' ? at + 1 : at - 1)
    } else if (event.key === 'Backspace' && column === 'description' && lines.length > 1) {
      const line = lines[at]
      if (!line || !isBlank(line) || line.description !== '') return
      event.preventDefault()
      remove(at, 'before')
    }
  }
  return (
    <div>
      <div ref={list} className={classes.lines}>
        <div className={classes.linesHead} aria-hidden>
          <span>{strings.description}</span>
          <span className={classes.end}>{strings.quantity}</span>
          <span className={classes.end}>{strings.unitPrice}</span>
          <span className={classes.end}>{strings.taxRate}</span>
          <span className={classes.end}>{strings.amount}</span>
          <span />
        </div>
        {lines.map((line, at) => (
          <Line
            key={line.key}
            line={line}
            at={at}
            currency={currency}
            faults={faults}
            hasCode={hasCodes}
            amount={amounts[at]}
            onChange={(change) => set(at, change)}
            onKeyDown={(event, column) => onKeyDown(event, at, column)}
            onRemove={() => remove(at, 'undo')}
          />
        ))}
      </div>
      <div className={classes.linesFoot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
          disabled={lines.length >= mostLines}
        >
          {strings.addLine}
        </Button>
        <span className={classes.keysHint}>{strings.keysHint}</span>
        <div role="status" className={classes.removed}>
          {removed && (
            <>
              <span className={classes.removedText}>
                {removed.description.trim() === '' ? strings.lineRemoved : strings.lineRemovedNamed(removed.description.trim())}
              </span>
              <Button ref={undo} variant="subtle" size="compact-sm" onClick={restore}>
                {strings.undo}
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  )
}

/** Adding, removing and restoring lines, and where the focus goes with it. */
const useLines = (lines: LinesProps['lines'], onChange: LinesProps['onChange']) => {
  const list = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ key: string; column: Column } | 'undo' | null>(null)
  const [removed, setRemoved] = useState<{ line: LineDraft; at: number } | null>(null)
  const undo = useRef<HTMLButtonElement>(null)

  // What is to be focused may only be there after the next rendering.
  useEffect(() => {
    const wish = wanted.current
    wanted.current = null
    if (wish === 'undo') undo.current?.focus()
    else if (wish) focus(wish.key, wish.column)
  })
  const focus = (key: string, column: Column): void => {
    const input = list.current?.querySelector<HTMLInputElement>(`[data-cell="${key} ${column}"]`)
    input?.focus()
    input?.select()
  }

  const set = (at: number, change: Partial<LineDraft>): void =>
    onChange(lines.map((line, n) => (n === at ? { ...line, ...change } : line)))
  const add = (): void => {
    if (lines.length >= mostLines) return
    // Most lines of an invoice are taxed alike.
    const line = newLine({ tax: lines.at(-1)?.tax ?? '', code: lines.at(-1)?.code ?? '' })
    wanted.current = { key: line.key, column: 'description' }
    onChange([...lines, line])
  }
  const remove = (at: number, then: 'undo' | 'before'): void => {
    const line = lines[at]
    if (!line) return
    const rest = lines.filter((_, n) => n !== at)
    const left = rest.length > 0 ? rest : [newLine({ tax: line.tax, code: line.code })]
    const before = left[Math.max(at - 1, 0)]
    wanted.current = then === 'undo' && !isBlank(line) ? 'undo' : before ? { key: before.key, column: 'description' } : null
    setRemoved(isBlank(line) ? null : { line, at })
    onChange(left)
  }
  const restore = (): void => {
    if (!removed) return
    const rest = lines.length === 1 && lines[0] && isBlank(lines[0]) ? [] : lines
    onChange([...rest.slice(0, removed.at), removed.line, ...rest.slice(removed.at)])
    wanted.current = { key: removed.line.key, column: 'description' }
    setRemoved(null)
  }
  return { list, undo, removed: removed?.line, focus, set, add, remove, restore }
}

const Line = ({
  line,
  at,
  currency,
  faults,
  hasCode,
  amount,
  onChange,
  onKeyDown,
  onRemove,
}: {
  line: LineDraft
  at: number
  currency: string
  faults: Faults
  hasCode: boolean
  amount: number | undefined
  onChange: (change: Partial<LineDraft>) => void
  onKeyDown: (event: KeyboardEvent, column: Column) => void
  onRemove: () => void
}) => {
  const cell = (column: Column) => ({
    value: line[column],
    error: faults[`lines.${at}.${wireNames.get(column)}`],
    'data-cell': `${line.key} ${column}`,
    'data-field': `lines.${at}.${wireNames.get(column)}`,
    classNames: { label: classes.cellLabel ?? '', error: classes.cellError ?? '' },
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [column]: currentTarget.value }),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, column),
  })
  const number = (column: Column) => ({
    ...cell(column),
    inputMode: 'decimal' as const,
    maxLength: 40,
    spellCheck: false,
    onBlur: () => {
      const tidy = tidyLine(line, currency)
      if (tidy[column] !== line[column]) onChange({ [column]: tidy[column] })
    },
  })
  return (
    <fieldset className={classes.line}>
      <legend className="hidden-visually">{strings.line(at + 1)}</legend>
      <TextInput
        label={strings.description}
        {...cell('description')}
        className={classes.cellWhat ?? ''}
        maxLength={1_000}
        placeholder={strings.descriptionExample}
      />
      {hasCode && (
        <TextInput
          label={strings.taxCode}
          {...cell('code')}
          className={classes.cellCode ?? ''}
          inputMode="numeric"
          maxLength={10}
          leftSection={<span className={classes.percent}>{strings.taxCodeShort}</span>}
          leftSectionWidth={74}
        />
      )}
      <TextInput label={strings.quantity} {...number('quantity')} className={`${classes.cellEnd} ${classes.cellQuantity}`} />
      <TextInput label={strings.unitPrice} {...number('unit')} className={`${classes.cellEnd} ${classes.cellUnit}`} />
      <TextInput
        label={strings.taxRate}
        {...number('tax')}
        className={`${classes.cellEnd} ${classes.cellTax}`}
        placeholder={strings.noTax}
        rightSection={<span className={classes.percent}>%</span>}
        rightSectionWidth={26}
      />
      <output className={classes.lineAmount}>{amount === undefined ? '–' : money(amount, currency)}</output>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={classes.lineRemove ?? ''}
        aria-label={strings.removeLine(at + 1)}
        onClick={onRemove}
      >
        <IconTrash size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </fieldset>
  )
}
