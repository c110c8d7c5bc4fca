import { ActionIcon, Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconArrowUp, IconPlus, IconTrash } from '#icons'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { strings } from '../strings.ts'
import { useTrouble } from './field-context.ts'
import classes from './fields.module.css'

interface Props<Row> {
  readonly legend: string
  readonly field: string
  readonly rows: readonly Row[]
  nameOf(row: Row, at: number): string
  /** So many stay. */
  readonly least: number
  readonly add: string
  onAdd(): void
  onChange(rows: readonly Row[]): void
  children(row: Row, set: (next: Row) => void, at: number): ReactNode
}

/** A list whose rows have fields of their own: rows are added, moved up and removed. */
export const RowList = <Row,>({ legend, field, rows, nameOf, least, add, onAdd, onChange, children }: Props<Row>) => {
  const trouble = useTrouble(field, true)
  const up = (n: number): void => {
    const next = [...rows]
    next.splice(n - 1, 0, ...next.splice(n, 1))
    onChange(next)
  }
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">
        {trouble && <p className={classes.fault}>{trouble}</p>}
        {rows.map((row, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <fieldset key={n} className={classes.rowOf}>
            <legend className="hidden-visually">{nameOf(row, n)}</legend>
            <div className={classes.rowFields}>
              {children(row, (next) => onChange(rows.map((old, m) => (m === n ? next : old))), n)}
            </div>
            <div className={classes.rowButtons}>
              {n > 0 && (
                <ActionIcon variant="subtle" color="gray" aria-label={strings.moveUp(nameOf(row, n))} onClick={() => up(n)}>
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
              )}
              {rows.length > least && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={strings.removeRow(nameOf(row, n))}
                  onClick={() => onChange(rows.filter((_, m) => m !== n))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </div>
          </fieldset>
        ))}
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
          {add}
        </Button>
      </Stack>
    </Fieldset>
  )
}
