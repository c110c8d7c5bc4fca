import { useShortcuts } from '../shell/keyboard.ts'
import type { Selection } from './use-selection.ts'

/**
 * In a table whose rows can be ticked: x ticks the one with the focus, Shift with an arrow ticks as it goes, and Escape unticks all. What it does
 * not take goes on to the keys of the list.
 */
export const useTickingKeys = (table: { readonly current: HTMLElement | null }, selection: Selection | undefined): void => {
  const rows = (): HTMLElement[] => [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = (all: readonly HTMLElement[]): number => all.indexOf(document.activeElement as HTMLElement)
  const tick = (): boolean => {
    const all = rows()
    const id = all[at(all)]?.dataset.row
    if (!selection || id === undefined) return false
    selection.toggle(id)
    return true
  }
  const extend = (by: 1 | -1, { shiftKey }: KeyboardEvent): boolean => {
    const all = rows()
    const [from, to] = [all[at(all)], all[at(all) + by]]
    if (!selection || !shiftKey || !from) return false
    to?.focus({ preventScroll: true })
    to?.scrollIntoView({ block: 'nearest' })
    selection.setAll([...new Set([...selection.chosen, ...[from, to].flatMap((row) => row?.dataset.row ?? [])])])
    return true
  }
  const untick = (): boolean => {
    if (!selection || selection.chosen.size === 0) return false
    selection.setAll([])
    return true
  }
  useShortcuts({
    x: tick,
    Escape: untick,
    ArrowDown: (event) => extend(1, event),
    ArrowUp: (event) => extend(-1, event),
  })
}
