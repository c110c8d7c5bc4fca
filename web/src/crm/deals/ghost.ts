import type { RefObject } from 'react'
import classes from './deal-card.module.css'
import type { Point } from './drop-place.ts'

/** So close to an edge the board scrolls, so far with each frame. */
const edgePx = 56
const scrollPx = 14

/** What follows the pointer: a picture of the card, nothing that could be met by keyboard or ear. */
export const ghostOf = (card: HTMLElement, { x, y }: Point): { element: HTMLElement; corner: Point } => {
  const { left, top, width, height } = card.getBoundingClientRect()
  const ghost = document.createElement('div')
  ghost.className = classes.ghost ?? ''
  ghost.inert = true
  ghost.ariaHidden = 'true'
  Object.assign(ghost.style, {
    translate: `${left}px ${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    transformOrigin: `${x - left}px ${y - top}px`,
  })
  const copy = card.cloneNode(true) as HTMLElement
  for (const name of ['data-card', 'data-focus', 'tabindex', 'id']) {
    copy.removeAttribute(name)
    for (const part of copy.querySelectorAll(`[${name}]`)) part.removeAttribute(name)
  }
  ghost.append(...copy.childNodes)
  document.body.append(ghost)
  return { element: ghost, corner: { x: left, y: top } }
}

/** A card that is held close to an edge scrolls what is under it. */
export const scrollAtEdges = (board: RefObject<HTMLElement | null>, pointer: () => Point, moved: () => void): (() => void) => {
  let frame = 0
  const tick = (): void => {
    frame = requestAnimationFrame(tick)
    const { x, y } = pointer()
    const scroller = board.current
    if (!scroller) return
    const across = by(x, scroller.getBoundingClientRect().left, scroller.getBoundingClientRect().right)
    const list = document
      .elementFromPoint(x, y)
      ?.closest<HTMLElement>('[data-stage]')
      ?.querySelector<HTMLElement>('[data-cards]')
    const { top, bottom } = list?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    const down = list ? by(y, top, bottom) : 0
    if (across === 0 && down === 0) return
    scroller.scrollBy(across, 0)
    list?.scrollBy(0, down)
    moved()
  }
  frame = requestAnimationFrame(tick)
  return () => cancelAnimationFrame(frame)
}

const by = (at: number, start: number, end: number): number =>
  at < start + edgePx ? -scrollPx : at > end - edgePx ? scrollPx : 0

/** The pointer that put a card down on a link has not followed the link. */
export const swallowClick = (): void => {
  const swallow = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}
