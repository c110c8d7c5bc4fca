import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Keys, or two keys one after the other (`g l`, `c l`), and what they do. Return false to let the browser have the key. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

/** The first keys of pairs. */
const firstKeys: readonly string[] = ['g', 'c']
/** So long after it the second key of a pair counts. */
const pairMs = 1_200

let pending: { key: string; atMs: number } | null = null
const layers: ((event: KeyboardEvent) => boolean)[] = []

/**
 * Listens while the component is shown; what was mounted last is asked first. Nothing fires while a field has the focus, with
 * Ctrl, Alt or Meta held, or behind an open dialog. Escape leaves a field first.
 */
export const useShortcuts = (shortcuts: Shortcuts): void => {
  const handle = useEffectEvent((event: KeyboardEvent): boolean => {
    const pair = pending && Date.now() - pending.atMs < pairMs ? shortcuts[`${pending.key} ${event.key}`] : undefined
    const act = pair ?? (pending && Date.now() - pending.atMs < pairMs ? undefined : shortcuts[event.key])
    if (!act || act(event) === false) return false
    event.preventDefault()
    return true
  })
  useEffect(() => {
    const layer = (event: KeyboardEvent): boolean => handle(event)
    layers.push(layer)
    if (layers.length === 1) {
      addEventListener('keydown', lookForDialog, { capture: true })
      addEventListener('keydown', onKey)
    }
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length > 0) return
      removeEventListener('keydown', lookForDialog, { capture: true })
      removeEventListener('keydown', onKey)
    }
  }, [])
}

/** Whether a dialog was open when the key came: the Escape that closes it does not leave the page behind it as well. */
let isBehindDialog = false
const lookForDialog = (): void => {
  const found = document.querySelectorAll('[role="dialog"][aria-modal="true"], [role="menu"], [role="listbox"]')
  // A field to choose from keeps its list in the page, unseen, from when it was first pointed at.
  isBehindDialog = [...found].some((each) => each.getClientRects().length > 0)
}

const onKey = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
  // It begins a capital or a sign, and is no key of its own: the pair goes on.
  if (event.key === 'Shift' || isBehindDialog) return
  const { target } = event
  if (target instanceof HTMLElement && takesText(target)) {
    if (event.key === 'Escape') target.blur()
    return
  }
  if (event.key.length === 1 && !areShortcutsOn()) return
  const took = layers.toReversed().some((layer) => layer(event))
  pending = !took && firstKeys.includes(event.key) ? { key: event.key, atMs: Date.now() } : null
}

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
/** How the keys for the palette are written here. */
export const paletteKeys = isApple ? '⌘K' : 'Ctrl K'

/** How the keys for Ask Foyer are written here. */
export const askKeys = isApple ? '⌘J' : 'Ctrl J'

/** Ctrl-K, on a Mac ⌘K: from everywhere, also in fields. */
export const usePaletteKeys = (open: () => void): void => useCommandKey('k', open)
/** Ctrl-J, on a Mac ⌘J, likewise. */
export const useAskKeys = (turn: () => void): void => useCommandKey('j', turn)

const useCommandKey = (key: string, open: () => void): void => {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => act(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const takesText = (element: HTMLElement): boolean =>
  element.isContentEditable ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range', 'file'].includes(element.type))

// WCAG 2.1.4: shortcuts of a single character can be turned off.

const storeName = 'foyer-shortcuts'
const watchers = new Set<() => void>()

const areShortcutsOn = (): boolean => {
  try {
    return localStorage.getItem(storeName) !== 'off'
  } catch {
    return true
  }
}

export const useShortcutsOn = (): readonly [boolean, (on: boolean) => void] => [
  useSyncExternalStore((changed) => {
    watchers.add(changed)
    return () => watchers.delete(changed)
  }, areShortcutsOn),
  (on) => {
    try {
      localStorage.setItem(storeName, on ? 'on' : 'off')
    } catch {}
    for (const changed of watchers) changed()
  },
]

/** Moves the focus through the rows of a list: elements with `data-row` inside `list`. j and k too, arrows when in the list or nowhere. */
export const useListKeys = (list: { readonly current: HTMLElement | null }): void => {
  const step = (by: 1 | -1): boolean => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    if (rows.length === 0) return false
    const at = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement))
    const next = at === -1 ? firstInView(rows) : rows[at + by]
    next?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
    return true
  }
  const arrow = (by: 1 | -1): boolean => {
    const active = document.activeElement
    const free = active === document.body || active?.tagName === 'H1' || (list.current?.contains(active) ?? false)
    return free && step(by)
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => arrow(1),
    ArrowUp: () => arrow(-1),
  })
}

const firstInView = (rows: readonly HTMLElement[]): HTMLElement | undefined =>
  rows.find((row) => row.getBoundingClientRect().bottom > 80) ?? rows[0]
