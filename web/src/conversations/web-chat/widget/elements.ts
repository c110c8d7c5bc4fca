import { type Child, make } from '#web/ui/plain-element.ts'
import { partsOf } from './links.ts'
import type { Words } from './strings.ts'

/** Shapes on a field of 24 by 24. */
export const icons = {
  chat: 'M4 5h16v11H9l-5 4z',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12l16-8-6 16-3-6z',
}
const svgSpace = 'http://www.w3.org/2000/svg'

export const icon = (path: string): SVGElement => {
  const svg = document.createElementNS(svgSpace, 'svg')
  const line = document.createElementNS(svgSpace, 'path')
  const attributes = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '2', 'aria-hidden': 'true' }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
  for (const [name, value] of Object.entries({ d: path, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }))
    line.setAttribute(name, value)
  svg.append(line)
  return svg
}

/** A text with its web addresses as links. */
export const linked = (text: string, words: Words): Child[] =>
  partsOf(text).map((part) =>
    part.href === null
      ? part.text
      : make(
          'a',
          { href: part.href, target: '_blank', rel: 'noopener noreferrer nofollow ugc' },
          part.text,
          make('span', { class: 'unseen' }, ` (${words.newTab})`),
        ),
  )
