import { useMemo } from 'react'
import { useStepCatalogue } from '../workflows/api.ts'
import { type Editing, EditingProvider, startSelected } from '../workflows/editor/editing.ts'
import { LaterCanvas } from '../workflows/editor/later-canvas.tsx'
import type { Definition } from '../workflows/graph/graph.ts'
import { type RunStep, stepLabel } from './states.ts'

/** The canvas of the editor, only to be looked at, with the state of each step. */
export const RunCanvas = ({
  definition,
  stepsOf,
  selected,
  onSelect,
}: {
  definition: Definition
  stepsOf: ReadonlyMap<string, readonly RunStep[]>
  selected: string | null
  onSelect: (node: string | null) => void
}) => {
  const catalogue = useStepCatalogue().data
  const editing = useMemo((): Editing => {
    const marks = new Map(
      [...stepsOf].flatMap(([node, steps]) => steps.slice(-1).map((step) => [node, stepLabel(step)] as const)),
    )
    return {
      ...{ definition, marks, selected, mayEdit: false, troubles: [] },
      catalogue: catalogue ?? { actions: [], events: [], functions: [] },
      select: (id) => onSelect(id === startSelected ? null : id),
      ...{ edit: () => false, change: () => {}, chooseStep: () => {} },
    }
  }, [definition, stepsOf, selected, onSelect, catalogue])
  return (
    <EditingProvider value={editing}>
      <LaterCanvas />
    </EditingProvider>
  )
}
