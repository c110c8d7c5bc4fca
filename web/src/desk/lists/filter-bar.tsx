import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconPlus, IconX } from '#icons'
import { laterPart, laterWindow } from '#web/ui/later-window.tsx'
import { Popover } from '#web/ui/popover.tsx'
import type { ListCondition } from '#web/wire.ts'
import { conditionWords } from './field-words.ts'
import type { Group } from './filter-text.ts'
import classes from './lists.module.css'
import { useRecordName } from './record-names.ts'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'

const ConditionForm = laterPart(() => import('./condition-form.tsx').then(({ ConditionForm }) => ConditionForm))
const AdvancedWindow = laterWindow(() => import('./advanced-window.tsx').then(({ AdvancedWindow }) => AdvancedWindow))

const conditionsIn = (group: Group): number =>
  group.conditions.length + group.groups.reduce((sum, inner) => sum + conditionsIn(inner), 0)

/** The filter as chips: one a condition, which opens to be changed; groups open in a window of their own. */
export const FilterBar = ({ state }: { state: ListState }) => {
  const { filter, setFilter } = state
  const [isAdvanced, setAdvanced] = useState(false)
  const replace = (at: number, next: ListCondition | null): void =>
    setFilter({ ...filter, conditions: filter.conditions.flatMap((each, n) => (n === at ? (next ?? []) : [each])) })
  const inGroups = filter.groups.reduce((sum, group) => sum + conditionsIn(group), 0)
  return (
    <div className={classes.bar} data-list-tools>
      {filter.match === 'any' && filter.conditions.length + filter.groups.length > 1 && (
        <span className="dim">{strings.matches.any}</span>
      )}
      {filter.conditions.map((condition, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be the same
        <Chip key={at} state={state} condition={condition} onChange={(next) => replace(at, next)} />
      ))}
      {inGroups > 0 && (
        <span className={classes.chip}>
          <button type="button" onClick={() => setAdvanced(true)}>
            <span className={classes.chipField}>{strings.advanced}</span> <span>{strings.group(inGroups)}</span>
          </button>
          <button
            type="button"
            className={classes.chipRemove}
            aria-label={strings.removeFilter(strings.advanced)}
            onClick={() => setFilter({ ...filter, groups: [] })}
          >
            <IconX size={14} aria-hidden />
          </button>
        </span>
      )}
      <Popover
        width={300}
        position="bottom-start"
        target={
          <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />}>
            {strings.addFilter}
          </Button>
        }
        dropdown={{ 'aria-label': strings.addFilter }}
      >
        {(_isOpen, close) => (
          <ConditionForm
            state={state}
            onAdvanced={() => {
              close()
              setAdvanced(true)
            }}
            onApply={(condition) => {
              setFilter({ ...filter, conditions: [...filter.conditions, condition] })
              close()
            }}
          />
        )}
      </Popover>
      <AdvancedWindow opened={isAdvanced} state={state} onClose={() => setAdvanced(false)} />
    </div>
  )
}

const Chip = ({
  state,
  condition,
  onChange,
}: {
  state: ListState
  condition: ListCondition
  onChange: (next: ListCondition | null) => void
}) => {
  const field = state.fields.find(({ key }) => key === condition.field)
  const name = field ? field.name : condition.field
  const recordName = useRecordName(field?.belongs_to, condition.value)
  const words = field ? conditionWords(condition, field, state.members, recordName) : ''
  return (
    <span className={classes.chip}>
      <Popover
        width={300}
        position="bottom-start"
        target={
          <button type="button" aria-label={strings.editFilter(`${name} ${words}`)}>
            <span className={classes.chipField}>{name}</span> <span>{words}</span>
          </button>
        }
        dropdown={{ 'aria-label': strings.editFilter(name) }}
      >
        {(_isOpen, close) => (
          <ConditionForm
            state={state}
            condition={condition}
            onApply={(next) => {
              close()
              onChange(next)
            }}
          />
        )}
      </Popover>
      <button
        type="button"
        className={classes.chipRemove}
        aria-label={strings.removeFilter(`${name} ${words}`)}
        onClick={() => onChange(null)}
      >
        <IconX size={14} aria-hidden />
      </button>
    </span>
  )
}
