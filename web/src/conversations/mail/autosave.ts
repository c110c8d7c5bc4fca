import { useEffect, useRef, useState } from 'react'
import { CallError, call, isUnreachable } from '#web/gateway.ts'
import { clearUnsaved, contentOf, type Draft, type DraftValues, keepUnsaved, type SavedDraft } from './drafts.ts'

/** How what was typed stands at the server. */
export type Standing =
  | { readonly state: 'unchanged' | 'saving' | 'gone' }
  | { readonly state: 'saved'; readonly at: string }
  | { readonly state: 'failed'; readonly error: unknown }
  /** Another window saved meanwhile. */
  | { readonly state: 'stale'; readonly at: string; readonly version: number }

/** Saved when one stops typing for so long, and while one goes on, this often. */
const calmMs = 1_000
const longestMs = 8_000
/** What could not be reached is asked again after so long. */
const againMs = 10_000

/** Whether a save may work by itself later. */
const passes = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof CallError && (error.status >= 500 || error.status === 429))

const isCode = (error: unknown, code: string): boolean => error instanceof CallError && error.code === code

/**
 * Saves a draft as it is typed, one save after the other. Where an answer did not come, the next save finds that the version is another one,
 * asks for it, and goes on if it is its own.
 */
const makeAutosave = (
  draft: Draft,
  on: { readonly standing: (standing: Standing) => unknown; readonly saved: (id: string) => unknown },
) => {
  let { windowId, saved }: { windowId: string; saved: SavedDraft | null } = draft
  let known = JSON.stringify(contentOf(draft, draft.values))
  let unsaved: DraftValues | null = null
  let unsavedSinceMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | null = null
  let isBlocked = false
  let isPaused = false
  let hasEnded = false

  const schedule = (waitMs: number): void => {
    clearTimeout(timer)
    if (!isBlocked && !isPaused && !hasEnded) timer = setTimeout(() => void save(), waitMs)
  }
  const block = (standing: Standing): void => {
    isBlocked = true
    on.standing(standing)
  }
  const send = async (values: DraftValues): Promise<void> => {
    const content = contentOf(draft, values)
    const base = saved && { draftId: saved.id, version: saved.version }
    const answer = await call('save-email-draft', { ...content, windowId, ...base })
    const before = saved
    saved = { id: answer.draft.id, version: answer.draft.version }
    known = JSON.stringify(content)
    clearUnsaved(draft, before)
    if (unsaved) keepUnsaved(draft, saved, unsaved)
    on.standing({ state: 'saved', at: answer.draft.updated_at })
    if (before === null) on.saved(saved.id)
  }
  const judge = async (error: unknown, values: DraftValues): Promise<void> => {
    unsaved ??= values
    if (isCode(error, 'email_draft_not_found')) return block({ state: 'gone' })
    if (!isCode(error, 'email_draft_stale') || !saved) {
      on.standing({ state: 'failed', error })
      if (passes(error)) schedule(againMs)
      return
    }
    try {
      const { draft: present } = await call('show-email-draft', { draftId: saved.id })
      if (present.window_id !== windowId) return block({ state: 'stale', at: present.updated_at, version: present.version })
      saved = { id: present.id, version: present.version }
      schedule(0)
    } catch (again) {
      on.standing({ state: 'failed', error: again })
      schedule(againMs)
    }
  }
  const save = async (): Promise<void> => {
    clearTimeout(timer)
    if (underWay) await underWay
    const values = unsaved
    if (!values || underWay || isBlocked || hasEnded) return
    unsaved = null
    on.standing({ state: 'saving' })
    underWay = send(values)
      .catch((error: unknown) => judge(error, values))
      .finally(() => {
        underWay = null
      })
    await underWay
  }
  const goOn = (): void => {
    isBlocked = false
    void save()
  }

  return {
    change(values: DraftValues): void {
      if (hasEnded) return
      if (JSON.stringify(contentOf(draft, values)) === known && !underWay) {
        unsaved = null
        return
      }
      if (!unsaved) unsavedSinceMs = Date.now()
      unsaved = values
      keepUnsaved(draft, saved, values)
      schedule(Math.max(0, Math.min(calmMs, unsavedSinceMs + longestMs - Date.now())))
    },
    /** What was not saved yet is, also when the window is closed. */
    flush: () => save(),
    /** No save goes on or begins. Answers the draft's id; undefined where it must not be sent as it is. */
    async pause(): Promise<{ readonly id: string | null } | undefined> {
      isPaused = true
      clearTimeout(timer)
      await underWay
      return isBlocked ? undefined : { id: saved?.id ?? null }
    },
    resume(): void {
      isPaused = false
      schedule(0)
    },
    /** It was sent or discarded: nothing of it is saved or kept any more. */
    end(): void {
      hasEnded = true
      clearTimeout(timer)
      clearUnsaved(draft, saved)
    },
    /** It was sent or discarded elsewhere. */
    lose(): void {
      isPaused = false
      block({ state: 'gone' })
    },
    /** What stands here counts, whatever the other window saved. */
    keepMine(version: number, values: DraftValues): void {
      if (saved) saved = { id: saved.id, version }
      unsaved = values
      goOn()
    },
    asNew(values: DraftValues): void {
      clearUnsaved(draft, saved)
      saved = null
      windowId = crypto.randomUUID()
      unsaved = values
      goOn()
    },
  }
}

export type Autosave = ReturnType<typeof makeAutosave>

/** Saves for as long as the window is open, and what is left when it closes. */
export const useAutosave = (
  draft: Draft,
  on: { readonly firstSave: (id: string) => void; readonly left: () => void },
): { autosave: Autosave; standing: Standing } => {
  const [standing, setStanding] = useState<Standing>({ state: 'unchanged' })
  const heard = useRef(on)
  heard.current = on
  const isOpen = useRef(true)
  const [autosave] = useState(() =>
    makeAutosave(draft, {
      standing: (next) => isOpen.current && setStanding(next),
      saved: (id) => isOpen.current && heard.current.firstSave(id),
    }),
  )
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      void autosave.flush().then(() => heard.current.left())
    }
  }, [autosave])
  return { autosave, standing }
}
