import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { IconAlertTriangle, IconCheck, IconDots } from '#icons'
import { Menu } from '#web/ui/menu.tsx'
import { say } from '#web/ui/say.tsx'
import { duplicate, freeId, idsOf, remove, wrap } from '../graph/graph-edits.ts'
import { newNode } from '../graph/new-nodes.ts'
import type { OutlineChain, OutlineRow } from '../graph/outline-rows.ts'
import { outletName, stepDetail, stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { AddButton } from './add-button.tsx'
import { fragmentText } from './clipboard-area.tsx'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'
import { copyText } from './marked-bar.tsx'
import { MoveWindow } from './move-window.tsx'
import { OutletChoice } from './outlet-choice.tsx'
import { PasteWindow } from './paste-window.tsx'
import { useAdd } from './use-add.ts'

/** Steps that are chosen to do something with several. */
export interface Marking {
  readonly marked: ReadonlySet<string>
  onMark(id: string): void
}

/** Steps that follow each other, and what stands at their end. */
export const Chain = ({ chain, label, ...marking }: Marking & { chain: OutlineChain; label: string }) => {
  const { definition, mayEdit, select } = useEditing()
  const target = definition.nodes.find(({ id }) => id === chain.goesTo)
  return (
    <>
      {chain.rows.length > 0 && (
        <ol className={classes.chain} aria-label={label}>
          {chain.rows.map((row) => (
            <OutlineStep key={row.node.id} row={row} {...marking} />
          ))}
        </ol>
      )}
      {target && (
        <button type="button" className={classes.goesTo} onClick={() => select(target.id)}>
          → {strings.goesOn(stepName(target))}
        </button>
      )}
      {mayEdit && chain.end && <AddButton place={chain.end} isFirst={definition.nodes.length === 0} />}
    </>
  )
}

/** A step of the outline, with what its outlets lead to below it. */
const OutlineStep = ({ row: { node, outlets }, ...marking }: Marking & { row: OutlineRow }) => {
  const { definition, selected, select, edit, mayEdit, troubles } = useEditing()
  const own = troubles.filter((trouble) => trouble.node === node.id)
  const isMarked = marking.marked.has(node.id)
  return (
    <li>
      <div className={classes.row} data-selected={selected === node.id || undefined} data-marked={isMarked || undefined}>
        <button
          type="button"
          className={classes.name}
          data-row={node.id}
          aria-current={selected === node.id || undefined}
          onClick={(event) => (event.shiftKey || event.ctrlKey ? marking.onMark(node.id) : select(node.id))}
          onKeyDown={(event) => {
            if (event.key !== 'Delete' || !mayEdit) return
            if (edit(remove(definition, [node.id]))) say(strings.removedStep(stepName(node)))
          }}
        >
          <span className={classes.kind}>{strings.kinds[node.kind]}</span>
          <span>{stepName(node)}</span>
          <span className={classes.detail}>{stepDetail(node)}</span>
        </button>
        {isMarked && <IconCheck size={16} aria-label={strings.selection} />}
        {own.length > 0 && (
          <span className={classes.trouble} data-level={own.some(({ level }) => level === 'error') ? 'error' : 'warning'}>
            <IconAlertTriangle size={16} aria-hidden />
            <span className="hidden-visually">{strings.troublesOf(own.length)}</span>
          </span>
        )}
        <StepMenu row={{ node, outlets }} isMarked={isMarked} onMark={marking.onMark} />
      </div>
      {outlets.length > 0 && (
        <ul className={classes.outlets} aria-label={stepName(node)}>
          {outlets.map(({ place, chain }) => (
            <li key={place.outlet}>
              <div className={classes.outletHead}>
                <span>{outletName(node, place.outlet)}</span>
                <OutletChoice place={place} label={strings.leadsTo(outletName(node, place.outlet), stepName(node))} />
              </div>
              <Chain
                chain={chain.rows.length > 0 ? chain : { ...chain, goesTo: null }}
                label={outletName(node, place.outlet)}
                {...marking}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const StepMenu = ({
  row: { node },
  isMarked,
  onMark,
}: {
  row: OutlineRow
  isMarked: boolean
  onMark: (id: string) => void
}) => {
  const { definition, edit, mayEdit, select } = useEditing()
  const [open, setOpen] = useState<'move' | 'paste' | null>(null)
  const add = useAdd()
  const name = stepName(node)
  const inside = (kind: 'loop' | 'parallel'): void => {
    const id = freeId(idsOf(definition), kind)
    if (edit(wrap(definition, [node.id], newNode(kind, id)))) select(id)
  }
  const twice = (): void => {
    const edited = duplicate(definition, node.id)
    if (edit(edited) && 'changed' in edited) select(edited.changed[0] ?? null)
  }
  return (
    <>
      <Menu
        position="bottom-end"
        target={
          <ActionIcon variant="subtle" color="gray" aria-label={strings.actionsOf(name)}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            {mayEdit && node.kind !== 'stop' && (
              <parts.Item onClick={() => add.after(node.id)}>{strings.insertAfter}</parts.Item>
            )}
            {mayEdit && (
              <>
                <parts.Item onClick={() => add.before(node.id)}>{strings.insertBefore}</parts.Item>
                <parts.Item onClick={() => setOpen('move')}>{strings.moveTo}</parts.Item>
                <parts.Item onClick={twice}>{strings.duplicate}</parts.Item>
                <parts.Item onClick={() => inside('loop')}>{strings.wrapLoop}</parts.Item>
                <parts.Item onClick={() => inside('parallel')}>{strings.wrapParallel}</parts.Item>
                <parts.Divider />
              </>
            )}
            <parts.Item onClick={() => onMark(node.id)}>{isMarked ? strings.unmark : strings.mark}</parts.Item>
            <parts.Item onClick={() => void copyText(fragmentText(definition, [node.id]))}>{strings.copy}</parts.Item>
            {mayEdit && (
              <>
                <parts.Item onClick={() => setOpen('paste')}>{strings.pasteAfter}</parts.Item>
                <parts.Divider />
                <parts.Item onClick={() => edit(remove(definition, [node.id])) && say(strings.removedStep(name))}>
                  {strings.remove}
                </parts.Item>
              </>
            )}
          </>
        )}
      </Menu>
      <MoveWindow opened={open === 'move'} id={node.id} onClose={() => setOpen(null)} />
      <PasteWindow opened={open === 'paste'} after={node.id} onClose={() => setOpen(null)} />
    </>
  )
}
