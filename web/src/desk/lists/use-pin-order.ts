import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { call } from '#web/gateway.ts'
import { sayFailure } from '#web/ui/say.tsx'
import type { SavedView } from '#web/wire.ts'
import { strings } from './pinned-strings.ts'

interface Grips {
  readonly draggable: boolean
  readonly onDragStart: (event: DragEvent<HTMLElement>) => void
  readonly onDragOver: (event: DragEvent<HTMLElement>) => void
  readonly onDrop: (event: DragEvent<HTMLElement>) => void
  readonly onDragEnd: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** The pinned views in their order, which is changed by dragging one, or by Alt with an arrow: shown at once, and then kept. */
export const usePinOrder = (
  kept: readonly SavedView[],
): {
  readonly pinned: readonly SavedView[]
  /** For who hears the page. */
  readonly spoken: string
  readonly list: RefObject<HTMLUListElement | null>
  readonly grips: (view: SavedView) => Grips
} => {
  const queries = useQueryClient()
  const [wished, setWished] = useState<readonly string[] | null>(null)
  const [lifted, setLifted] = useState<string | null>(null)
  const [spoken, setSpoken] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const toFocus = useRef<string | null>(null)
  // A link that stands elsewhere is put there anew, and has lost the focus.
  useLayoutEffect(() => {
    if (toFocus.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-pin="${toFocus.current}"] a`)?.focus()
    toFocus.current = null
  })
  const keep = useMutation({
    // One after the other: the last order is the one that stays.
    scope: { id: 'pin-order' },
    mutationFn: ({ view, order }: { view: SavedView; order: readonly string[] }) =>
      call('pin-view', { viewId: view.id, pinned: true, order: [...order] }),
    onError: (error) => sayFailure(error, strings.notOrdered),
    onSettled: async (_data, _error, { order }) => {
      await queries.invalidateQueries({ queryKey: ['list-saved-views'] })
      setWished((now) => (now === order ? null : now))
    },
  })
  const place = (view: SavedView): number => wished?.indexOf(view.id) ?? -1
  const pinned = wished ? kept.toSorted((one, other) => place(one) - place(other)) : kept
  const put = (ids: readonly string[], viewId: string, at: number): readonly string[] => {
    const others = ids.filter((id) => id !== viewId)
    return others.toSpliced(at, 0, viewId)
  }
  const ids = pinned.map(({ id }) => id)
  const save = (view: SavedView, order: readonly string[]): void => {
    setWished(order)
    setSpoken(strings.pinMoved(view.name, order.indexOf(view.id) + 1, order.length))
    keep.mutate({ view, order })
  }

  return {
    pinned,
    spoken,
    list,
    grips: (view) => ({
      draggable: kept.length > 1,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move'
        setLifted(view.id)
      },
      onDragOver: (event) => {
        if (lifted === null) return
        event.preventDefault()
        if (lifted !== view.id) setWished(put(ids, lifted, ids.indexOf(view.id)))
      },
      onDrop: (event) => {
        const moved = pinned.find(({ id }) => id === lifted)
        if (!moved) return
        event.preventDefault()
        setLifted(null)
        save(moved, ids)
      },
      onDragEnd: () => {
        // Dropped elsewhere: it goes back.
        if (lifted !== null) setWished(null)
        setLifted(null)
      },
      onKeyDown: (event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        const at = ids.indexOf(view.id) + (event.key === 'ArrowUp' ? -1 : 1)
        if (at < 0 || at >= ids.length) return
        toFocus.current = view.id
        save(view, put(ids, view.id, at))
      },
    }),
  }
}
