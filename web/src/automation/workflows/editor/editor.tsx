import { memo, useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CallError, call } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { useStepCatalogue } from '../api.ts'
import { ExamplesProvider } from '../fields/use-examples.ts'
import { type Definition, flawOf, nodeOf } from '../graph/graph.ts'
import type { Edited } from '../graph/graph-edits.ts'
import { strings } from '../strings.ts'
import type { WorkflowTabProps } from '../workflow-tabs.ts'
import { ChooseStepWindow } from './choose-step-window.tsx'
import { ClipboardArea } from './clipboard-area.tsx'
import { type ChosenStep, type Editing, EditingProvider, type StepCatalogue, startSelected } from './editing.ts'
import classes from './editor.module.css'
import { EditorBar, type EditorView, useView } from './editor-bar.tsx'
import { type FreshStep, troublesSaid } from './fresh-step.ts'
import { LaterCanvas } from './later-canvas.tsx'
import { MarkedBar } from './marked-bar.tsx'
import { Outline } from './outline.tsx'
import { Panel } from './panel.tsx'
import { type Draft, useDraft } from './use-draft.ts'

const checkMs = 300
const nothing: StepCatalogue = { actions: [], events: [], functions: [] }

/** The editor of a draft: its steps as an outline or on a canvas, and beside them what is selected. */
export const Editor = ({ shown, draftId }: WorkflowTabProps) => {
  const { role } = useSession()
  const mayEdit = isAtLeast(role, 'member') && shown.workflow.archived_at === null
  const draft = useDraft(shown, draftId, mayEdit)
  const { data } = useStepCatalogue()
  const [selected, setSelected] = useState<string | null>(null)
  const [view, setView] = useView()
  const [put, setPut] = useState<{ take: (choice: ChosenStep) => void } | null>(null)
  const { fresh, adding, open, touch } = useFreshStep(setSelected)
  const troubles = useMemo(() => troublesSaid(draft.troubles, fresh), [draft.troubles, fresh])
  const { present } = draft.history
  const workflowId = shown.workflow.id
  useTroubles(workflowId, draft)
  useUndoKeys(draft)
  const { edit, change } = draft
  const make = useCallback(
    (definition: Definition): Editing => ({
      ...{ definition, mayEdit, troubles, select: open },
      edit(edited: Edited, about?: string) {
        if (about !== undefined) touch(about)
        if ('definition' in edited) edit(definition, edited.definition, about ?? null)
        else say(strings.flaws[edited.refused])
        return 'definition' in edited
      },
      change,
      catalogue: (data as StepCatalogue | undefined) ?? nothing,
      selected: selected === startSelected || nodeOf(definition, selected) ? selected : null,
      chooseStep: (take) => setPut({ take }),
    }),
    [mayEdit, troubles, edit, change, data, selected, open, touch],
  )
  const editing = useMemo(() => make(present), [make, present])
  // The field that is typed in comes first; 200 steps beside it follow when there is time.
  const deferred = useDeferredValue(present)
  const beside = useMemo(() => make(deferred), [make, deferred])
  return (
    <EditingProvider value={editing}>
      <EditorBar shown={shown} draft={draft} view={view} onView={setView} />
      {/* On a phone what is selected takes the place of the steps. */}
      <div className={classes.panes} data-selected={editing.selected !== null || undefined}>
        <EditingProvider value={beside}>
          <Steps view={view} />
        </EditingProvider>
        <ExamplesProvider value={workflowId}>
          <Panel />
        </ExamplesProvider>
      </div>
      <ChooseStepWindow
        opened={put !== null}
        onClose={() => setPut(null)}
        onChoose={(choice) => {
          setPut(null)
          adding(() => put?.take(choice))
        }}
      />
    </EditingProvider>
  )
}

/** Which step was added last, until another one is opened, and what was filled in there: a new form is not red all over. */
const useFreshStep = (select: (id: string | null) => void) => {
  const [fresh, setFresh] = useState<FreshStep | null>(null)
  const isAdding = useRef(false)
  const open = useCallback(
    (id: string | null): void => {
      select(id)
      const isNew = isAdding.current
      setFresh((before) => (id !== null && isNew ? { id, touched: [] } : before?.id === id ? before : null))
    },
    [select],
  )
  // An edit is about a step and its field.
  const touch = useCallback((about: string): void => {
    setFresh((before) => {
      const field = before && about.startsWith(`${before.id} `) ? about.slice(before.id.length + 1) : null
      return before && field !== null && !before.touched.includes(field)
        ? { ...before, touched: [...before.touched, field] }
        : before
    })
  }, [])
  const adding = (add: () => void): void => {
    isAdding.current = true
    add()
    isAdding.current = false
  }
  return { fresh, adding, open, touch }
}

const Steps = memo(({ view }: { view: EditorView }) => {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string): void =>
    setMarked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <ClipboardArea marked={marked} className={classes.steps ?? ''}>
      {view === 'outline' ? <Outline marked={marked} onMark={toggle} /> : <LaterCanvas />}
      <MarkedBar marked={marked} onMark={setMarked} />
    </ClipboardArea>
  )
})

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
