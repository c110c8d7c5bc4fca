import { Button } from '@mantine/core'
import { say } from '#web/ui/say.tsx'
import { nodeOf } from '../graph/graph.ts'
import { freeId, idsOf, remove, wrap } from '../graph/graph-edits.ts'
import { newNode } from '../graph/new-nodes.ts'
import { strings } from '../strings.ts'
import { fragmentText } from './clipboard-area.tsx'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'

interface Props {
  readonly marked: ReadonlySet<string>
  onMark(marked: ReadonlySet<string>): void
}

/** What can be done to several steps at once. */
export const MarkedBar = ({ marked, onMark }: Props) => {
  const { definition, edit, mayEdit, select } = useEditing()
  const ids = [...marked].filter((id) => nodeOf(definition, id))
  if (ids.length === 0) return null
  const inside = (kind: 'loop' | 'parallel'): void => {
    const id = freeId(idsOf(definition), kind)
    if (!edit(wrap(definition, ids, newNode(kind, id)))) return
    onMark(new Set())
    select(id)
  }
  return (
    <section className={classes.marked} aria-label={strings.selection}>
      <span>{strings.selectedSteps(ids.length)}</span>
      <Button size="xs" variant="default" onClick={() => void copyText(fragmentText(definition, ids))}>
        {strings.copy}
      </Button>
      {mayEdit && (
        <>
          <Button size="xs" variant="default" onClick={() => inside('loop')}>
            {strings.wrapLoop}
          </Button>
          <Button size="xs" variant="default" onClick={() => inside('parallel')}>
            {strings.wrapParallel}
          </Button>
          <Button size="xs" variant="default" onClick={() => edit(remove(definition, ids)) && onMark(new Set())}>
            {strings.remove}
          </Button>
        </>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={() => onMark(new Set())}>
        {strings.clearSelection}
      </Button>
    </section>
  )
}

export const copyText = (text: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => say(strings.copied),
    () => say(strings.notCopied),
  )
