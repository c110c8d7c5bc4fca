import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { nodeOf, type Place, targetOf } from '../graph/graph.ts'
import { connect, targetsOf } from '../graph/graph-edits.ts'
import { stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'

/** Where an outlet leads: connects two steps without a pointer. What it may lead to is worked out once the field is used. */
export const OutletChoice = ({ place, label, isShown = false }: { place: Place; label: string; isShown?: boolean }) => {
  const { definition, edit, mayEdit } = useEditing()
  const [isUsed, setUsed] = useState(false)
  const target = nodeOf(definition, targetOf(definition, place))
  const possible = isUsed ? targetsOf(definition, place) : []
  const all = target && !possible.includes(target) ? [target, ...possible] : possible
  return (
    <NativeSelect
      size="xs"
      className={classes.outlet ?? ''}
      {...(isShown ? { label } : { 'aria-label': label })}
      value={target?.id ?? ''}
      disabled={!mayEdit}
      data={[
        { value: '', label: strings.ends },
        ...all.map((node) => ({ value: node.id, label: strings.goesOn(nameIn(stepName(node), node.id)) })),
      ]}
      onPointerEnter={() => setUsed(true)}
      onFocus={() => setUsed(true)}
      onChange={({ currentTarget }) => edit(connect(definition, place, currentTarget.value || null))}
    />
  )
}

/** Two steps may have one title: the name in expressions tells them apart. */
const nameIn = (name: string, id: string): string => `${name} (${id})`
