import { ActionIcon, Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '#icons'
import { densities } from './density.ts'
import type { ShownColumn } from './list-search.ts'
import classes from './lists.module.css'
import { NotOffered } from './not-offered.tsx'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'

/** How high the rows are, which columns are shown, and in which order. */
export const DisplayForm = ({ state }: { state: ListState }) => {
  const { columns, fields, setColumns } = state
  const offered = fields.filter(({ is_column }) => is_column)
  const shown = columns.filter(({ key }) => offered.some((field) => field.key === key))
  const rest = offered.filter(({ key }) => !shown.some((column) => column.key === key))
  const move = (at: number, by: 1 | -1): void => {
    const next: ShownColumn[] = [...shown]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    setColumns(next)
  }
  return (
    <div className={classes.form}>
      <NativeSelect
        size="xs"
        label={strings.density}
        value={state.density}
        data={densities.map((each) => ({ value: each, label: strings.densities[each] }))}
        onChange={({ currentTarget: { value } }) => state.setDensity(densities.find((each) => each === value) ?? 'normal')}
      />
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul role="list" className={classes.columns} aria-label={strings.columns}>
        {shown.map((column, at) => {
          const field = offered.find(({ key }) => key === column.key)
          const name = field ? field.name : column.key
          return (
            <li key={column.key}>
              <Checkbox
                size="xs"
                label={name}
                checked
                onChange={() => setColumns(shown.filter(({ key }) => key !== column.key))}
              />
              <Width
                column={column}
                name={name}
                onChange={(width) =>
                  setColumns(shown.map((each) => (each.key === column.key ? { key: each.key, width } : each)))
                }
              />
              <Move label={strings.moveUp(name)} isUp disabled={at === 0} onClick={() => move(at, -1)} />
              <Move
                label={strings.moveDown(name)}
                isUp={false}
                disabled={at === shown.length - 1}
                onClick={() => move(at, 1)}
              />
            </li>
          )
        })}
        {rest.map((field) => (
          <li key={field.key}>
            <Checkbox
              size="xs"
              label={field.name}
              checked={false}
              onChange={() => setColumns([...shown, { key: field.key, width: null }])}
            />
          </li>
        ))}
      </ul>
      <NotOffered fields={offered} to="sort" />
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setColumns(null)}>
        {strings.resetColumns}
      </Button>
    </div>
  )
}

const widths = { narrow: 96, medium: 160, wide: 280 } as const

const Width = ({
  column: { width },
  name,
  onChange,
}: {
  column: ShownColumn
  name: string
  onChange: (width: number | null) => void
}) => (
  <NativeSelect
    size="xs"
    w={92}
    aria-label={strings.widthOf(name)}
    value={String(width ?? '')}
    data={[
      { value: '', label: strings.widths.auto },
      ...(['narrow', 'medium', 'wide'] as const).map((each) => ({ value: String(widths[each]), label: strings.widths[each] })),
      ...(width === null || Object.values<number>(widths).includes(width)
        ? []
        : [{ value: String(width), label: strings.widths.own(width) }]),
    ]}
    onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
  />
)

const Move = ({ label, isUp, disabled, onClick }: { label: string; isUp: boolean; disabled: boolean; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
    {isUp ? <IconArrowUp size={14} aria-hidden /> : <IconArrowDown size={14} aria-hidden />}
  </ActionIcon>
)
