import { type Layout, stepSize } from './layout.ts'

/** Pixels on the canvas: the start stands above the first step, buttons below the last ones. */
export const startY = -140
const below = 40
/** Pixels of the window around the picture. */
const margin = 24
/** Smaller than this nothing can be read, and buttons are too near to each other for a finger. */
const leastZoom = 0.7
const readableZoom = 0.85

export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** How a picture is shown at first: whole, from the top of the window; where that would be too small, its beginning. */
export const firstView = (
  { width, height, startX }: Pick<Layout, 'width' | 'height'> & { readonly startX: number },
  frame: { readonly width: number; readonly height: number },
): View => {
  const [left, right] = [Math.min(0, startX), Math.max(width, startX + stepSize.width)]
  const fitting = Math.min((frame.width - 2 * margin) / (right - left), (frame.height - 2 * margin) / (height - startY + below))
  const isWhole = fitting >= leastZoom
  const zoom = isWhole ? Math.min(1, fitting) : readableZoom
  const middle = isWhole ? (left + right) / 2 : startX + stepSize.width / 2
  return { x: frame.width / 2 - middle * zoom, y: margin - startY * zoom, zoom }
}
