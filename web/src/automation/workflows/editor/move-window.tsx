import { Button, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { nodeOf, type Place } from '../graph/graph.ts'
import { move, placesOf } from '../graph/graph-edits.ts'
import { outletName, stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { useEditing } from './editing.ts'

interface Props {
  readonly opened: boolean
  readonly id: string
  onClose(): void
}

/** Takes a step, with what is in it, to another place. */
export const MoveWindow = ({ opened, id, onClose }: Props) => {
  const { definition } = useEditing()
  const node = nodeOf(definition, id)
  return (
    <Window opened={opened} onClose={onClose} title={strings.moveTitle(node ? stepName(node) : '')}>
      <Places id={id} onClose={onClose} />
    </Window>
  )
}

const Places = ({ id, onClose }: Omit<Props, 'opened'>) => {
  const { definition, edit } = useEditing()
  const places = placesOf(definition).filter((place) => place.from !== id && 'definition' in move(definition, id, place))
  const [at, setAt] = useState(0)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const place = places[at]
        if (place && edit(move(definition, id, place))) onClose()
      }}
    >
      <Stack>
        <NativeSelect
          label={strings.movePlace}
          value={String(at)}
          data={places.map((place, n) => ({ value: String(n), label: placeName(place, definition) }))}
          data-autofocus
          onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
        />
        <WindowFoot>
          <Button type="submit">{strings.move}</Button>
        </WindowFoot>
      </Stack>
    </form>
  )
}

const placeName = (place: Place, definition: Parameters<typeof nodeOf>[0]): string => {
  const node = nodeOf(definition, place.from)
  return node ? strings.moveBehind(outletName(node, place.outlet), `${stepName(node)} (${node.id})`) : strings.moveBegin
}
