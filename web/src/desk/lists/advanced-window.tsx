import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { IconPlus, IconTrash } from '#icons'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { ConditionFields, isWhole, newCondition } from './condition-fields.tsx'
import type { Group } from './filter-text.ts'
import classes from './lists.module.css'
import { NotOffered } from './not-offered.tsx'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'

const deepest = 3

/** All conditions of a list, in groups of which all or any must hold. */
export const AdvancedWindow = ({ opened, state, onClose }: { opened: boolean; state: ListState; onClose: () => void }) => (
  <Window opened={opened} onClose={onClose} title={strings.advanced} wide="very">
    <AdvancedForm key={String(opened)} state={state} onClose={onClose} />
  </Window>
)

const AdvancedForm = ({ state, onClose }: { state: ListState; onClose: () => void }) => {
  const [draft, setDraft] = useState(state.filter)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        state.setFilter(onlyWhole(draft))
        onClose()
      }}
    >
      <GroupFields state={state} group={draft} depth={1} onChange={setDraft} />
      <NotOffered fields={state.fields} to="filter" />
      <WindowFoot>
        <FormButtons submit={strings.apply} isPending={false} onCancel={onClose} />
      </WindowFoot>
    </form>
  )
}

/** Without what is not filled in. */
const onlyWhole = (group: Group): Group => ({
  match: group.match,
  conditions: group.conditions.filter(isWhole),
  groups: group.groups.map(onlyWhole).filter(({ conditions, groups }) => conditions.length + groups.length > 0),
})

const GroupFields = ({
  state,
  group,
  depth,
  onChange,
  onRemove,
}: {
  state: ListState
  group: Group
  depth: number
  onChange: (group: Group) => void
  onRemove?: () => void
}) => {
  const swap = <Each,>(list: readonly Each[], at: number, next: Each | null): Each[] =>
    list.flatMap((each, n) => (n === at ? (next === null ? [] : [next]) : [each]))
  const fresh = newCondition(state.fields)
  return (
    <fieldset className={classes.group}>
      <div className={classes.row}>
        <NativeSelect
          aria-label={strings.match}
          value={group.match}
          data={(['all', 'any'] as const).map((value) => ({ value, label: strings.matches[value] }))}
          onChange={({ currentTarget }) => onChange({ ...group, match: currentTarget.value === 'any' ? 'any' : 'all' })}
        />
        {onRemove && <Remove label={strings.removeGroup} onClick={onRemove} />}
      </div>
      {group.conditions.map((condition, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be the same
        <div key={at} className={classes.row}>
          <ConditionFields
            state={state}
            condition={condition}
            onChange={(next) => onChange({ ...group, conditions: swap(group.conditions, at, next) })}
          />
          <Remove
            label={strings.removeCondition}
            onClick={() => onChange({ ...group, conditions: swap(group.conditions, at, null) })}
          />
        </div>
      ))}
      {group.groups.map((inner, at) => (
        <GroupFields
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same
          key={at}
          state={state}
          group={inner}
          depth={depth + 1}
          onChange={(next) => onChange({ ...group, groups: swap(group.groups, at, next) })}
          onRemove={() => onChange({ ...group, groups: swap(group.groups, at, null) })}
        />
      ))}
      <div className={classes.bar}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => fresh && onChange({ ...group, conditions: [...group.conditions, fresh] })}
        >
          {strings.addCondition}
        </Button>
        {depth + (state.of.base ? 1 : 0) < deepest && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() =>
              fresh && onChange({ ...group, groups: [...group.groups, { match: 'any', conditions: [fresh], groups: [] }] })
            }
          >
            {strings.addGroup}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
    <IconTrash size={16} aria-hidden />
  </ActionIcon>
)
