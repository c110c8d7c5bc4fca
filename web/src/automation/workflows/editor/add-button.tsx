import { Button } from '@mantine/core'
import { IconPlus } from '#icons'
import { nodeOf, type Place } from '../graph/graph.ts'
import { outletName, stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'
import { useAdd } from './use-add.ts'

/** Adds a step at the end of a list of steps. */
export const AddButton = ({ place, isFirst }: { place: Place; isFirst: boolean }) => {
  const { definition } = useEditing()
  const add = useAdd()
  const node = nodeOf(definition, place.from)
  return (
    <Button
      className={classes.add ?? ''}
      variant={isFirst ? 'default' : 'subtle'}
      color="gray"
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => add.at(place)}
    >
      {isFirst ? strings.addFirst : strings.addHere}
      {node && !isFirst && (
        <span className="hidden-visually"> {strings.addUnder(outletName(node, place.outlet), stepName(node))}</span>
      )}
    </Button>
  )
}
