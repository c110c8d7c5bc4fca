import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CallError, call } from '#web/gateway.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Output } from '#web/wire.ts'
import type { Definition } from '../graph/graph.ts'
import { edit, type History, historyOf, rebase, redo, undo } from '../graph/history.ts'
import { areSameDefinitions, isSame, join } from '../graph/join.ts'
import { readDefinition } from '../graph/new-nodes.ts'
import { strings } from '../strings.ts'
import type { Trouble } from './editing.ts'

export type WorkflowShown = Output<'show-workflow'>

export type SaveState = 'saved' | 'saving' | 'unsaved' | 'failed' | 'unedited'

/** After the last key; a longer pause loses more, a shorter one saves half words. */
const saveMs = 700
const retryMs = 5_000

/** The draft as the server has it. */
interface Stored {
  /** Null: there is no draft yet; the first save makes one. */
  readonly id: string | null
  readonly revision: number
  readonly definition: Definition
}

/** Drafts that were published or discarded here: that they are gone is no news. */
const leftDrafts = new Set<string>()
export const leaveDraft = (id: string): void => void leftDrafts.add(id)
/** It did not work: the draft is there. */
export const keepDraft = (id: string): void => void leftDrafts.delete(id)

const storedOf = ({ draft, published, latest }: WorkflowShown, before: Definition | null): Stored => {
  if (draft) return { id: draft.id, revision: draft.revision, definition: readDefinition(draft.definition) }
  const version = published ?? latest
  const definition = version ? readDefinition(version.definition) : before
  if (!definition) throw new Error('a workflow without a draft and without a version')
  return { id: null, revision: 0, definition }
}

/**
 * The draft that is open, with its history. It saves itself; where it was saved elsewhere meanwhile, both are joined and the user is
 * told. `draftId` names the draft of a colleague.
 */
export const useDraft = (shown: WorkflowShown, draftId: string | undefined, mayEdit: boolean) => {
  const queries = useQueryClient()
  const [stored, setStored] = useState(() => storedOf(shown, null))
  const [history, setHistory] = useState<History>(() => historyOf(stored.definition))
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  const [troubles, setTroubles] = useState<readonly Trouble[]>(shown.troubles)
  const isSaving = useRef(false)
  const changes = useMemo(() => changesOf(setHistory), [])
  const workflowId = shown.workflow.id
  const { present } = history
  const isDirty = !areSameDefinitions(present, stored.definition)

  /** Takes what was saved elsewhere; what was not saved here stays. */
  const take = useEffectEvent((theirs: Stored): void => {
    const { definition, both } = join(stored.definition, present, theirs.definition)
    setStored(theirs)
    if (isSame(definition, present)) return
    setHistory(rebase(history, isSame(definition, theirs.definition) ? theirs.definition : definition))
    say(both.length > 0 ? strings.joinedBoth(both.slice(0, 5).join(', ')) : isDirty ? strings.joined : strings.refreshed)
  })

  /** Answers whether it is saved. */
  const save = async (): Promise<boolean> => {
    if (isSaving.current || !mayEdit || leftDrafts.has(stored.id ?? '')) return false
    isSaving.current = true
    setState('saving')
    const sent = present
    try {
      const answer = await call('save-workflow-draft', {
        ...{ workflowId, revision: stored.revision, definition: sent as never },
        ...(draftId !== undefined && { draftId }),
      })
      setStored({ id: answer.draft.id, revision: answer.draft.revision, definition: sent })
      setTroubles(answer.troubles)
      setState('idle')
      if (stored.id === null) void queries.invalidateQueries({ queryKey: ['show-workflow'] })
      return true
    } catch (error) {
      if (error instanceof CallError && error.code === 'draft_changed') {
        const now = await call('show-workflow', { workflowId, ...(draftId !== undefined && { draftId }) }).catch(() => null)
        if (now) take(storedOf(now, stored.definition))
        setState('idle')
      } else if (error instanceof CallError && error.code === 'draft_not_found' && draftId === undefined) {
        // Published or discarded in another tab: what is typed here goes into a new one.
        setStored({ ...stored, id: null, revision: 0 })
        setState('idle')
      } else {
        if (state !== 'failed') sayFailure(error, strings.notSavedTitle)
        setState('failed')
      }
      return false
    } finally {
      isSaving.current = false
    }
  }

  useElsewhere(shown, stored, {
    isReading: () => draftId === undefined && !isSaving.current,
    follow(next) {
      if (!isSaving.current) take(storedOf(next, present))
    },
    lose() {
      setStored({ id: null, revision: 0, definition: isDirty ? stored.definition : present })
      say(strings.goneElsewhere)
    },
  })
  useSaving({ isDirty: isDirty && mayEdit, pauseMs: state === 'failed' ? retryMs : saveMs, present, stored }, save)

  return {
    stored,
    history,
    state: shownState(state, { isDirty, isStored: stored.id !== null }),
    isDirty,
    troubles,
    setTroubles,
    ...changes,
    /** Makes a draft of what is shown, unchanged: what is not published any more is published again as it was. */
    begin: save,
    /** What was published or discarded here: the draft is gone, and the page goes on from the version. */
    leave: (next: WorkflowShown) => {
      const now = storedOf(next, present)
      setStored(now)
      setHistory(rebase(history, now.definition))
      setState('idle')
      setTroubles(next.troubles)
    },
  }
}

interface Elsewhere {
  /** Whether what is read now can say that the draft is gone. */
  isReading(): boolean
  /** It was saved elsewhere. */
  follow(next: WorkflowShown): void
  /** It was published or discarded elsewhere. */
  lose(): void
}

/** What the live line brings of the draft that is open. */
const useElsewhere = (shown: WorkflowShown, stored: Stored, { isReading, follow, lose }: Elsewhere): void => {
  const look = useEffectEvent((next: WorkflowShown): void => {
    if (next.draft && (next.draft.revision > stored.revision || next.draft.id !== stored.id)) follow(next)
  })
  const lost = useEffectEvent((id: string): void => {
    if (stored.id === id && !leftDrafts.has(id)) lose()
  })
  const ask = useEffectEvent(async (next: WorkflowShown): Promise<void> => {
    const { id } = stored
    if (next.draft || id === null || leftDrafts.has(id) || !isReading()) return
    // What was read may be older than the first save.
    const now = await call('show-workflow', { workflowId: next.workflow.id }).catch(() => null)
    if (now && !now.draft) lost(id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came while it was saved is looked at once that is done
  useEffect(() => look(shown), [shown, stored])
  useEffect(() => void ask(shown), [shown])
}

interface Saving {
  readonly isDirty: boolean
  readonly pauseMs: number
  readonly present: Definition
  readonly stored: Stored
}

/** Saves once the typing pauses, and when the page is left within the pause. */
const useSaving = ({ isDirty, pauseMs, present, stored }: Saving, save: () => Promise<unknown>): void => {
  const act = useEffectEvent(() => {
    if (isDirty) void save()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause anew
  useEffect(() => {
    if (!isDirty) return
    const timer = setTimeout(act, pauseMs)
    return () => clearTimeout(timer)
  }, [isDirty, present, pauseMs, stored])
  useEffect(() => () => act(), [])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (isDirty) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
}

const shownState = (
  state: 'idle' | 'saving' | 'failed',
  { isDirty, isStored }: { readonly isDirty: boolean; readonly isStored: boolean },
): SaveState => {
  if (state === 'saving') return state
  if (isDirty) return state === 'failed' ? state : 'unsaved'
  return isStored ? 'saved' : 'unedited'
}

const changesOf = (setHistory: (change: (before: History) => History) => void) => ({
  /** What was made of `base`, which may not be the newest any more: what was typed since then stays. */
  edit: (base: Definition, next: Definition, about: string | null) =>
    setHistory((before) => edit(before, before.present === base ? next : join(base, next, before.present).definition, about)),
  change: (part: Partial<Definition>, about: string) =>
    setHistory((before) => edit(before, { ...before.present, ...part }, about)),
  undo: () => setHistory(undo),
  redo: () => setHistory(redo),
})

export type Draft = ReturnType<typeof useDraft>
