import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CallError, call } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { useStepCatalogue } from '../api.ts'
import { flawOf, nodeOf } from '../graph/graph.ts'
import type { Edited } from '../graph/graph-edits.ts'
import { strings } from '../strings.ts'
import type { WorkflowTabProps } from '../workflow-tabs.ts'
import { ChooseStepWindow } from './choose-step-window.tsx'
import { ClipboardArea } from './clipboard-area.tsx'
import { type ChosenStep, type Editing, EditingProvider, type StepCatalogue, startSelected, useEditing } from './editing.ts'
import classes from './editor.module.css'
import { EditorBar, type EditorView, useView } from './editor-bar.tsx'
import { LaterCanvas } from './later-canvas.tsx'
import { MarkedBar } from './marked-bar.tsx'
import { Outline } from './outline.tsx'
import { Panel } from './panel.tsx'
import { type Draft, useDraft } from './use-draft.ts'

const checkMs = 300
const nothing: StepCatalogue = { actions: [], events: [] }

/** The editor of a draft: its steps as an outline or on a canvas, and beside them what is selected. */
export const Editor = ({ shown, draftId }: WorkflowTabProps) => {
  const { role } = useSession()
  const mayEdit = isAtLeast(role, 'member') && shown.workflow.archived_at === null
  const draft = useDraft(shown, draftId, mayEdit)
  const { data } = useStepCatalogue()
  const [selected, setSelected] = useState<string | null>(null)
  const [view, setView] = useView()
  const [put, setPut] = useState<{ take: (choice: ChosenStep) => void } | null>(null)
  const { present } = draft.history
  useTroubles(shown.workflow.id, draft)
  useUndoKeys(draft)
  const editing = useMemo((): Editing => {
    const take = (edited: Edited, about?: string): boolean => {
      if ('refused' in edited) {
        say(strings.flaws[edited.refused])
        return false
      }
      draft.edit(edited.definition, about ?? null)
      return true
    }
    return {
      ...{ definition: present, mayEdit, troubles: draft.troubles, select: setSelected, edit: take },
      catalogue: (data as StepCatalogue | undefined) ?? nothing,
      selected: selected === startSelected || nodeOf(present, selected) ? selected : null,
      change: (part, about) => draft.edit({ ...present, ...part }, about),
      chooseStep: (next) => setPut({ take: next }),
    }
  }, [present, mayEdit, draft.troubles, draft.edit, data, selected])
  return (
    <EditingProvider value={editing}>
      <EditorBar shown={shown} draft={draft} view={view} onView={setView} />
      <Panes view={view} />
      <ChooseStepWindow
        opened={put !== null}
        onClose={() => setPut(null)}
        onChoose={(choice) => {
          setPut(null)
          put?.take(choice)
        }}
      />
    </EditingProvider>
  )
}

const Panes = ({ view }: { view: EditorView }) => {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string): void =>
    setMarked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const { selected } = useEditing()
  return (
    // On a phone what is selected takes the place of the steps.
    <div className={classes.panes} data-selected={selected !== null || undefined}>
      <ClipboardArea marked={marked} className={classes.steps ?? ''}>
        {view === 'outline' ? <Outline marked={marked} onMark={toggle} /> : <LaterCanvas />}
      </ClipboardArea>
      <Panel />
      <MarkedBar marked={marked} onMark={setMarked} />
    </div>
  )
}

/** What has to be put right, as one types: a moment after the last key, and before it is saved. */
const useTroubles = (workflowId: string, draft: Draft): void => {
  const { present } = draft.history
  const first = useRef(present)
  const { setTroubles } = draft
  useEffect(() => {
    if (first.current === present || flawOf(present) !== null) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      call('check-workflow', { workflowId, definition: present as never }, { signal: leaving.signal }).then(
        ({ troubles }) => setTroubles(troubles),
        (error: unknown) => {
          // The next key asks again; a draft that the server cannot read is said where it is saved.
          if (!(error instanceof CallError)) throw error
        },
      )
    }, checkMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [present, workflowId, setTroubles])
}

/** Ctrl-Z and Ctrl-Shift-Z, unless a field has the focus: there they are the browser's. */
const useUndoKeys = ({ undo, redo }: Draft): void => {
  const act = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]')) return
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) redo()
    else undo()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => act(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
