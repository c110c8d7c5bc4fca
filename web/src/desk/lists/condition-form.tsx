import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ListCondition } from '#web/wire.ts'
import { ConditionFields, isWhole, newCondition } from './condition-fields.tsx'
import classes from './lists.module.css'
import { NotOffered } from './not-offered.tsx'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'

/** One condition, made or changed beside its button. */
export const ConditionForm = ({
  state,
  condition,
  onApply,
  onAdvanced,
}: {
  state: ListState
  condition?: ListCondition
  onApply: (condition: ListCondition) => void
  onAdvanced?: () => void
}) => {
  const [draft, setDraft] = useState(() => condition ?? newCondition(state.fields))
  if (!draft) return null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    if (isWhole(draft)) onApply(draft)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <ConditionFields state={state} condition={draft} onChange={setDraft} />
      <NotOffered fields={state.fields} to="filter" />
      <div className={classes.formFoot}>
        {onAdvanced && (
          <Button variant="subtle" color="gray" onClick={onAdvanced}>
            {strings.advanced}
          </Button>
        )}
        <Button type="submit" disabled={!isWhole(draft)}>
          {strings.apply}
        </Button>
      </div>
    </form>
  )
}
