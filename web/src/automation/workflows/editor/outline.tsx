import { CloseButton, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { IconSearch } from '#icons'
import { useListKeys } from '#web/shell/keyboard.ts'
import { start } from '../graph/graph.ts'
import { outlineOf } from '../graph/outline-rows.ts'
import { stepDetail, stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { triggerOf } from '../trigger-text.ts'
import { startSelected, useEditing } from './editing.ts'
import classes from './editor.module.css'
import { OutletChoice } from './outlet-choice.tsx'
import { Chain, type Marking } from './outline-step.tsx'

/**
 * The graph as nested lists of buttons: what can be done on the canvas can be done here, by keys and by ear. Arrows and j, k go through
 * the steps, Enter opens one, Delete removes it.
 */
export const Outline = (marking: Marking) => {
  const { definition, selected, select, catalogue, mayEdit } = useEditing()
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useListKeys(list)
  const { main, apart } = outlineOf(definition)
  return (
    <section
      className={classes.outline}
      aria-label={strings.outline}
      onKeyDown={(event) => {
        if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
        event.preventDefault()
        field.current?.focus()
      }}
    >
      <TextInput
        ref={field}
        type="search"
        aria-label={strings.find}
        placeholder={strings.find}
        value={search}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
        rightSection={search !== '' && <CloseButton size="sm" aria-label={strings.clearSearch} onClick={() => setSearch('')} />}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {search.trim() !== '' && <Found search={search.trim()} onOpen={() => setSearch('')} />}
      <div ref={list} hidden={search.trim() !== ''}>
        <div className={classes.row} data-selected={selected === startSelected || undefined}>
          <button
            type="button"
            className={classes.name}
            data-row="start"
            aria-current={selected === startSelected || undefined}
            onClick={() => select(startSelected)}
          >
            <span className={classes.kind}>{strings.start}</span>
            <span>{triggerOf(definition.trigger, catalogue)}</span>
          </button>
          {mayEdit && definition.nodes.length > 0 && <OutletChoice place={start} label={strings.leadsToStart} />}
        </div>
        <Chain chain={main} label={strings.steps} {...marking} />
        {definition.nodes.length === 0 && <p className="dim">{strings.noSteps}</p>}
        {apart.length > 0 && (
          <section className={classes.apart} aria-label={strings.apart}>
            <h2>{strings.apart}</h2>
            <p className="dim">{strings.apartText}</p>
            {apart.map((chain) => (
              <Chain key={chain.rows[0]?.node.id} chain={chain} label={strings.apart} {...marking} />
            ))}
          </section>
        )}
      </div>
    </section>
  )
}

/** Steps whose texts hold what is searched for. */
const Found = ({ search, onOpen }: { search: string; onOpen: () => void }) => {
  const { definition, select } = useEditing()
  const wanted = search.toLowerCase()
  const found = definition.nodes.filter(
    (node) => stepName(node).toLowerCase().includes(wanted) || JSON.stringify(node).toLowerCase().includes(wanted),
  )
  return (
    <>
      <p role="status" className="dim">
        {strings.found(found.length)}
      </p>
      <ul className={classes.chain} aria-label={strings.found(found.length)}>
        {found.map((node) => (
          <li key={node.id} className={classes.row}>
            <button
              type="button"
              className={classes.name}
              onClick={() => {
                select(node.id)
                onOpen()
              }}
            >
              <span>{stepName(node)}</span>
              <span className={classes.detail}>{stepDetail(node)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
