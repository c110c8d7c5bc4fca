import type { ClipboardEvent, ReactNode } from 'react'
import { say } from '#web/ui/say.tsx'
import { type Definition, mainOutlet, nodeOf, type Place, start } from '../graph/graph.ts'
import { copyOf, type Fragment, paste } from '../graph/graph-edits.ts'
import { readDefinition } from '../graph/new-nodes.ts'
import { strings } from '../strings.ts'
import { useEditing } from './editing.ts'

/** Steps as text, and back. Null of a text that holds none. */
export const fragmentText = (definition: Definition, ids: readonly string[]): string =>
  `${JSON.stringify(copyOf(definition, ids), null, 2)}\n`

export const readFragment = (text: string): Fragment | null => {
  try {
    const read = JSON.parse(text) as { foyer_steps?: unknown; nodes?: unknown }
    if (read.foyer_steps !== 1 || !Array.isArray(read.nodes)) return null
    const isStep = (node: unknown): boolean =>
      typeof (node as { id?: unknown })?.id === 'string' && typeof (node as { kind?: unknown })?.kind === 'string'
    if (read.nodes.length === 0 || !read.nodes.every(isStep)) return null
    return { foyer_steps: 1, nodes: readDefinition({ nodes: read.nodes, settings: {} }).nodes }
  } catch {
    return null
  }
}

/** Where what is pasted goes: behind a step, else at the beginning. */
export const placeAfter = (definition: Definition, id: string | null): Place => {
  const node = nodeOf(definition, id)
  const outlet = node && mainOutlet(node)
  return node && outlet !== undefined ? { from: node.id, outlet } : start
}

/** Ctrl-C and Ctrl-V take steps as JSON, where no text is selected and no field has the focus. */
export const ClipboardArea = ({
  marked,
  className,
  children,
}: {
  marked: ReadonlySet<string>
  className: string
  children: ReactNode
}) => {
  const { definition, selected, mayEdit, edit, select } = useEditing()
  const isOfText = ({ target }: ClipboardEvent): boolean =>
    (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) ||
    document.getSelection()?.isCollapsed === false
  return (
    <div
      className={className}
      onCopy={(event) => {
        const ids = marked.size > 0 ? [...marked] : selected ? [selected] : []
        if (isOfText(event) || ids.length === 0) return
        event.preventDefault()
        event.clipboardData.setData('text/plain', fragmentText(definition, ids))
        say(strings.copied)
      }}
      onPaste={(event) => {
        if (isOfText(event) || !mayEdit) return
        event.preventDefault()
        const fragment = readFragment(event.clipboardData.getData('text/plain'))
        if (!fragment) return say(strings.notPasted)
        const edited = paste(definition, fragment, placeAfter(definition, selected))
        if (edit(edited) && 'changed' in edited) select(edited.changed[0] ?? null)
      }}
    >
      {children}
    </div>
  )
}
