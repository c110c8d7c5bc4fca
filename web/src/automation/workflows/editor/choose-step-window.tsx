import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { actionSummary } from '#web/i18n/server-messages.ts'
import { Window } from '#web/ui/window.tsx'
import { nodeKinds } from '../graph/new-nodes.ts'
import { spoken } from '../json-schemas.ts'
import { groupedActions } from '../names/grouped-actions.ts'
import { actionName } from '../names/spoken-names.ts'
import { strings } from '../strings.ts'
import { type ChosenStep, type StepAction, useEditing } from './editing.ts'
import classes from './editor.module.css'

interface Props {
  readonly opened: boolean
  onChoose(choice: ChosenStep): void
  onClose(): void
}

/** What a new step does: a kind of step, or an action. Enter takes the first that is found. */
export const ChooseStepWindow = ({ opened, onClose, onChoose }: Props) => (
  <Window opened={opened} onClose={onClose} title={strings.chooseKind} wide>
    <Choices onChoose={onChoose} />
  </Window>
)

const Choices = ({ onChoose }: Pick<Props, 'onChoose'>) => {
  const { catalogue } = useEditing()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const fits = (...texts: readonly string[]): boolean =>
    wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted))
  const kinds = nodeKinds.filter((kind) => kind !== 'action' && fits(strings.kinds[kind], strings.kindHints[kind]))
  const groups = groupedActions(
    catalogue.actions.filter(({ name, summary }) => fits(actionName(name), spoken(name), actionSummary(summary))),
  )
  const [kind] = kinds
  const action = groups[0]?.actions[0]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted === '') return
        if (kind) onChoose({ kind })
        else if (action) onChoose({ kind: 'action', action: action.name })
      }}
    >
      <TextInput
        type="search"
        aria-label={strings.searchSteps}
        placeholder={strings.searchSteps}
        value={search}
        data-autofocus
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {kinds.length === 0 && groups.length === 0 && <p className="dim">{strings.noStepFits}</p>}
      {kinds.length > 0 && (
        <section className={classes.choices} aria-label={strings.groups.flow}>
          <h3>{strings.groups.flow}</h3>
          {kinds.map((each) => (
            <button key={each} type="button" onClick={() => onChoose({ kind: each })}>
              <strong>{strings.kinds[each]}</strong>
              <span>{strings.kindHints[each]}</span>
            </button>
          ))}
        </section>
      )}
      {groups.map(({ area, title, actions }) => (
        <section key={area} className={classes.choices} aria-label={title}>
          <h3>{title}</h3>
          {actions.map((each) => (
            <ActionChoice key={each.name} action={each} onChoose={onChoose} />
          ))}
        </section>
      ))}
    </form>
  )
}

const ActionChoice = ({ action, onChoose }: { action: StepAction; onChoose: Props['onChoose'] }) => (
  <button type="button" onClick={() => onChoose({ kind: 'action', action: action.name })}>
    <strong>{actionName(action.name)}</strong>
    <span>{actionSummary(action.summary)}</span>
    {action.leaves && <span className={classes.leaves}>{strings.sends(actionSummary(action.leaves))}</span>}
  </button>
)
