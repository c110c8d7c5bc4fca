import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { ActionFields } from '../fields/action-fields.tsx'
import { AiFields } from '../fields/ai-fields.tsx'
import { FieldsProvider } from '../fields/field-context.ts'
import { ConditionFields, LoopFields, ParallelFields, StopFields, SwitchFields } from '../fields/flow-fields.tsx'
import { HttpFields } from '../fields/http-fields.tsx'
import { PersonFields } from '../fields/person-fields.tsx'
import { SetFields } from '../fields/set-fields.tsx'
import { WaitFields } from '../fields/wait-fields.tsx'
import { WorkflowFields } from '../fields/workflow-fields.tsx'
import { type Node, outletsOf } from '../graph/graph.ts'
import { rename, replace } from '../graph/graph-edits.ts'
import { outletName, stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'
import { OutletChoice } from './outlet-choice.tsx'
import { RetryFields } from './retry-fields.tsx'
import { TroubleList } from './trouble-list.tsx'
import { TryStep } from './try-step.tsx'

/** All that a step says: its title and name, the fields of its kind, and what follows it. */
export const StepPanel = ({ node }: { node: Node }) => {
  const { definition, edit, mayEdit } = useEditing()
  const change = (next: Node, about: string): void => void edit(replace(definition, next), `${node.id} ${about}`)
  const outlets = outletsOf(node)
  return (
    <FieldsProvider value={node.id}>
      <fieldset disabled={!mayEdit} className={classes.plain}>
        <legend className="hidden-visually">{stepName(node)}</legend>
        <Stack>
          <TroubleList node={node.id} />
          <KindFields node={node} onChange={change} />
          <TextInput
            label={strings.stepTitle}
            placeholder={stepName({ ...node, title: undefined })}
            value={node.title ?? ''}
            maxLength={120}
            onChange={({ currentTarget: { value } }) => {
              const { title: _, ...rest } = node
              change((value === '' ? rest : { ...rest, title: value }) as Node, 'title')
            }}
          />
          <StepName node={node} />
          <Checkbox
            label={strings.hideStep}
            checked={node.hidden ?? false}
            onChange={({ currentTarget: { checked } }) => {
              const { hidden: _, ...rest } = node
              change((checked ? { ...rest, hidden: true } : rest) as Node, 'hidden')
            }}
          />
          {'on_error' in node || outlets.includes('error') ? <RetryFields node={node} onChange={change} /> : null}
          {outlets.length > 0 && (
            <Fieldset legend={strings.follows}>
              <Stack gap="xs">
                {outlets.map((outlet) => (
                  <OutletChoice key={outlet} place={{ from: node.id, outlet }} label={outletName(node, outlet)} isShown />
                ))}
              </Stack>
            </Fieldset>
          )}
        </Stack>
      </fieldset>
      <TryStep node={node} />
    </FieldsProvider>
  )
}

const KindFields = ({ node, onChange }: { node: Node; onChange: (next: Node, about: string) => void }) => {
  switch (node.kind) {
    case 'action':
      return <ActionFields node={node} onChange={onChange} />
    case 'condition':
      return <ConditionFields node={node} onChange={onChange} />
    case 'switch':
      return <SwitchFields node={node} onChange={onChange} />
    case 'loop':
      return <LoopFields node={node} onChange={onChange} />
    case 'parallel':
      return <ParallelFields node={node} onChange={onChange} />
    case 'set':
      return <SetFields node={node} onChange={onChange} />
    case 'http':
      return <HttpFields node={node} onChange={onChange} />
    case 'ai':
      return <AiFields node={node} onChange={onChange} />
    case 'wait':
      return <WaitFields node={node} onChange={onChange} />
    case 'person':
      return <PersonFields node={node} onChange={onChange} />
    case 'workflow':
      return <WorkflowFields node={node} onChange={onChange} />
    case 'stop':
      return <StopFields node={node} onChange={onChange} />
  }
}

/** Taken once one goes on to another field: half a name would be written into every expression. */
const StepName = ({ node }: { node: Node }) => {
  const { definition, edit, select } = useEditing()
  const [typed, setTyped] = useState(node.id)
  const isFree = typed === node.id || !definition.nodes.some(({ id }) => id === typed)
  const isFit = /^[a-z][a-z0-9_]{0,39}$/.test(typed) && isFree
  const take = (): void => {
    if (typed === node.id || !isFit) return
    if (edit(rename(definition, node.id, typed))) select(typed)
  }
  return (
    <TextInput
      label={strings.stepId}
      description={strings.stepIdHint}
      value={typed}
      error={!isFit && strings.stepIdInvalid}
      maxLength={40}
      spellCheck={false}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  )
}
