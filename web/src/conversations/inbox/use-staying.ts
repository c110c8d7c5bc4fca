import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near to the end counts as being there. */
const nearPx = 80

/** Keeps the scroll position when something is added above, and the end in view for readers at the end. */
export const useStaying = (firstId: string | undefined, lastId: string) => {
  const scroller = useRef<HTMLElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const stay = useRef({ isAtEnd: true, fromEnd: 0, heights: '', firstId: undefined as string | undefined })
  const measure = (): void => {
    const box = scroller.current
    if (!box) return
    const fromEnd = box.scrollHeight - box.scrollTop - box.clientHeight
    stay.current.fromEnd = fromEnd
    stay.current.heights = heightsOf(box)
    stay.current.isAtEnd = fromEnd < nearPx
    setAtEnd(fromEnd < nearPx)
  }
  const toEnd = (): void => {
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
    measure()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is what moves the page
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    if (stay.current.isAtEnd) box.scrollTop = box.scrollHeight
    else if (stay.current.firstId !== firstId) box.scrollTop = box.scrollHeight - box.clientHeight - stay.current.fromEnd
    stay.current.firstId = firstId
    measure()
  }, [firstId, lastId])
  // Pictures come later than their bubbles, and the window changes its size.
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const watcher = new ResizeObserver(() => {
      if (stay.current.isAtEnd) box.scrollTop = box.scrollHeight
      stay.current.heights = heightsOf(box)
    })
    watcher.observe(box)
    if (box.lastElementChild) watcher.observe(box.lastElementChild)
    return () => watcher.disconnect()
  }, [])
  const onScroll = (): void => {
    const box = scroller.current
    // No scrolling: an image loaded or the window changed, and a reader at the end stays there.
    if (box && stay.current.isAtEnd && stay.current.heights !== heightsOf(box)) box.scrollTop = box.scrollHeight
    measure()
  }
  return { scroller, isAtEnd, toEnd, onScroll }
}

const heightsOf = (box: HTMLElement): string => `${box.scrollHeight} ${box.clientHeight}`
