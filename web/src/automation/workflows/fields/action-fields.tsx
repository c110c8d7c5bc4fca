import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { actionSummary } from '#web/i18n/server-messages.ts'
import { Select } from '#web/ui/select.tsx'
import { useEditing } from '../editor/editing.ts'
import type { Value } from '../graph/graph.ts'
import { fieldsOf } from '../json-schemas.ts'
import { groupedActions } from '../names/grouped-actions.ts'
import { actionName, fieldNameOf } from '../names/spoken-names.ts'
import { strings } from '../strings.ts'
import { type KindProps, useTrouble } from './field-context.ts'
import classes from './fields.module.css'
import { ValueField } from './value-field.tsx'

/** Which action, and what it is given. Optional fields that are empty are shown on demand. */
export const ActionFields = ({ node, onChange }: KindProps<'action'>) => {
  const { catalogue } = useEditing()
  const action = catalogue.actions.find(({ name }) => name === node.action)
  const trouble = useTrouble('action')
  return (
    <Stack>
      <Select
        label={strings.action}
        placeholder={strings.chooseAction}
        searchable
        allowDeselect={false}
        value={node.action || null}
        error={trouble ?? (node.action !== '' && !action && catalogue.actions.length > 0 && strings.unknownAction)}
        data={groupedActions(catalogue.actions).map(({ title, actions }) => ({
          group: title,
          items: actions.map(({ name }) => ({ value: name, label: actionName(name) })),
        }))}
        onChange={(chosen) => chosen && onChange({ ...node, action: chosen }, 'action')}
      />
      {action && (
        <p className={classes.about}>
          {actionSummary(action.summary)}. {action.leaves && strings.sends(actionSummary(action.leaves))}
        </p>
      )}
      {action && <Inputs node={node} onChange={onChange} key={node.action} />}
    </Stack>
  )
}

const Inputs = ({ node, onChange }: KindProps<'action'>) => {
  const { catalogue } = useEditing()
  const [showsAll, setShowsAll] = useState(false)
  const action = catalogue.actions.find(({ name }) => name === node.action)
  const root = action?.input ?? {}
  const fields = fieldsOf(root)
  // One that is emptied stays in view.
  const [given] = useState(() => new Set(Object.keys(node.input)))
  /** Of fields of which one is needed the first is asked for, unless another is given. */
  const asked = new Set(
    (action?.needs_one_of ?? []).flatMap((names) => (names.some((name) => given.has(name)) ? [] : names.slice(0, 1))),
  )
  const isShown = ({ isRequired, name }: (typeof fields)[number]): boolean =>
    showsAll || isRequired || asked.has(name) || given.has(name) || node.input[name] !== undefined
  const hidden = fields.filter((field) => !isShown(field))
  const set = (name: string, value: Value | undefined): void => {
    const { [name]: _, ...others } = node.input
    onChange({ ...node, input: value === undefined ? others : { ...others, [name]: value } }, `input.${name}`)
  }
  return (
    <>
      {fields.length === 0 && <p className="dim">{strings.noFields}</p>}
      {fields.filter(isShown).map((field) => (
        <ValueField
          key={field.name}
          field={field}
          label={fieldNameOf(node.action, field.name)}
          at={`input.${field.name}`}
          root={root}
          value={node.input[field.name]}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {hidden.length > 0 && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => setShowsAll(true)}>
          {strings.optionalFields(hidden.length)}
        </Button>
      )}
    </>
  )
}
