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

interface Listeners {
  readonly standing: (standing: Standing) => unknown
  readonly saved: (id: string) => unknown
}

/**
 * Saves a draft as it is typed, one save after the other. Where an answer did not come, the next save finds that the version is another one,
 * asks for it, and goes on if it is its own.
 */
export class Autosave {
  readonly #draft: Draft
  readonly #on: Listeners
  #windowId: string
  #saved: SavedDraft | null
  /** What the server has, as it was sent. */
  #known: string
  #unsaved: DraftValues | null = null
  #unsavedSinceMs = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #underWay: Promise<void> | null = null
  #isBlocked = false
  #isPaused = false
  #hasEnded = false

  constructor(draft: Draft, on: Listeners) {
    this.#draft = draft
    this.#on = on
    this.#windowId = draft.windowId
    this.#saved = draft.saved
    this.#known = JSON.stringify(contentOf(draft, draft.values))
  }

  change(values: DraftValues): void {
    if (this.#hasEnded) return
    if (JSON.stringify(contentOf(this.#draft, values)) === this.#known && !this.#underWay) {
      this.#unsaved = null
      return
    }
    if (!this.#unsaved) this.#unsavedSinceMs = Date.now()
    this.#unsaved = values
    keepUnsaved(this.#draft, this.#saved, values)
    this.#schedule(Math.max(0, Math.min(calmMs, this.#unsavedSinceMs + longestMs - Date.now())))
  }

  /** Saves what is not saved yet, after the save that is under way. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#underWay
    const values = this.#unsaved
    if (!values || this.#underWay || this.#isBlocked || this.#isPaused || this.#hasEnded) return
    this.#unsaved = null
    this.#on.standing({ state: 'saving' })
    this.#underWay = this.#send(values)
      .catch((error: unknown) => this.#judge(error, values))
      .finally(() => {
        this.#underWay = null
      })
    await this.#underWay
  }

  /** No save goes on or begins. Answers the draft's id; undefined where it must not be sent as it is. */
  async pause(): Promise<{ readonly id: string | null } | undefined> {
    this.#isPaused = true
    clearTimeout(this.#timer)
    await this.#underWay
    return this.#isBlocked ? undefined : { id: this.#saved?.id ?? null }
  }

  resume(): void {
    this.#isPaused = false
    this.#schedule(0)
  }

  /** It was sent or discarded: nothing of it is saved or kept any more. */
  end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
    clearUnsaved(this.#draft, this.#saved)
  }

  /** It was sent or discarded elsewhere. */
  lose(): void {
    this.#isPaused = false
    this.#block({ state: 'gone' })
  }

  /** What stands here counts, whatever the other window saved. */
  keepMine(version: number, values: DraftValues): void {
    if (this.#saved) this.#saved = { id: this.#saved.id, version }
    this.#goOn(values)
  }

  asNew(values: DraftValues): void {
    clearUnsaved(this.#draft, this.#saved)
    this.#saved = null
    this.#windowId = crypto.randomUUID()
    this.#goOn(values)
  }

  #goOn(values: DraftValues): void {
    this.#unsaved = values
    this.#isBlocked = false
    this.#isPaused = false
    void this.flush()
  }

  #block(standing: Standing): void {
    this.#isBlocked = true
    this.#on.standing(standing)
  }

  #schedule(waitMs: number): void {
    clearTimeout(this.#timer)
    if (!this.#isBlocked && !this.#isPaused && !this.#hasEnded) this.#timer = setTimeout(() => void this.flush(), waitMs)
  }

  async #send(values: DraftValues): Promise<void> {
    const content = contentOf(this.#draft, values)
    const before = this.#saved
    const base = before && { draftId: before.id, version: before.version }
    const { draft } = await call('save-email-draft', { ...content, windowId: this.#windowId, ...base })
    this.#saved = { id: draft.id, version: draft.version }
    this.#known = JSON.stringify(content)
    clearUnsaved(this.#draft, before)
    if (this.#unsaved) keepUnsaved(this.#draft, this.#saved, this.#unsaved)
    this.#on.standing({ state: 'saved', at: draft.updated_at })
    if (before === null) this.#on.saved(draft.id)
  }

  async #judge(error: unknown, values: DraftValues): Promise<void> {
    this.#unsaved ??= values
    if (isCode(error, 'email_draft_not_found')) return this.#block({ state: 'gone' })
    if (isCode(error, 'email_draft_stale') && this.#saved) return this.#compare(this.#saved)
    this.#on.standing({ state: 'failed', error })
    if (passes(error)) this.#schedule(againMs)
  }

  /** Whether the other version is this window's own, of a save that had no answer. */
  async #compare({ id: draftId }: SavedDraft): Promise<void> {
    try {
      const { draft } = await call('show-email-draft', { draftId })
      if (draft.window_id !== this.#windowId)
        return this.#block({ state: 'stale', at: draft.updated_at, version: draft.version })
      this.#saved = { id: draft.id, version: draft.version }
      this.#schedule(0)
    } catch (error) {
      this.#on.standing({ state: 'failed', error })
      this.#schedule(againMs)
    }
  }
}

/** Saves for as long as the window is open, and what is left when it closes. */
export const useAutosave = (
  draft: Draft,
  on: { readonly firstSave: (id: string) => void; readonly closed: () => void },
): { autosave: Autosave; standing: Standing } => {
  const [standing, setStanding] = useState<Standing>({ state: 'unchanged' })
  const heard = useRef(on)
  heard.current = on
  const isOpen = useRef(true)
  const [autosave] = useState(
    () =>
      new Autosave(draft, {
        standing: (next) => isOpen.current && setStanding(next),
        saved: (id) => isOpen.current && heard.current.firstSave(id),
      }),
  )
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      void autosave.flush().then(() => heard.current.closed())
    }
  }, [autosave])
  return { autosave, standing }
}
