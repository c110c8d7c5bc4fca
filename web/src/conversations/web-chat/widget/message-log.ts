import { make } from '#web/ui/plain-element.ts'
import { linked } from './elements.ts'
import type { Words } from './strings.ts'

export interface Line {
  /** Stays the same while a message is on its way and when it has come. */
  readonly id: string
  readonly from: 'user' | 'agent'
  readonly author: string | null
  readonly text: string
  readonly state: 'sent' | 'sending' | 'waiting' | 'failed'
}

/** The messages of a chat below its greeting. */
export const makeLog = (words: Words, greeting: string, onAgain: (id: string) => void) => {
  const log = make('div', { class: 'said', role: 'log', 'aria-label': words.said, tabindex: '0' })
  const first = make('div', { class: 'bubble' }, make('p', { class: 'text', dir: 'auto' }, ...linked(greeting, words)))
  first.hidden = greeting === ''
  log.append(first)
  const shown = new Map<string, { readonly element: HTMLElement; key: string }>()
  const toEnd = (): void => {
    log.scrollTop = log.scrollHeight
  }
  return {
    log,
    toEnd,
    /** A message is made anew only when something of it has changed, so that nothing is read aloud twice. */
    show(lines: readonly Line[]): void {
      const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40
      for (const [id, { element }] of shown)
        if (!lines.some((line) => line.id === id)) {
          element.remove()
          shown.delete(id)
        }
      let before: Element = first
      for (const line of lines) {
        const key = `${line.state} ${line.author} ${line.text}`
        let known = shown.get(line.id)
        if (known?.key !== key) {
          const element = bubbleOf(line, words, onAgain)
          known?.element.replaceWith(element)
          known = { element, key }
          shown.set(line.id, known)
        }
        if (before.nextElementSibling !== known.element) before.after(known.element)
        before = known.element
      }
      if (isAtEnd) toEnd()
    },
  }
}

const bubbleOf = (line: Line, words: Words, onAgain: (id: string) => void): HTMLElement => {
  const isOwn = line.from === 'user'
  const by = make('p', { class: isOwn ? 'unseen' : 'by', dir: 'auto' }, isOwn ? words.you : line.author || words.team)
  const text = make('p', { class: 'text', dir: 'auto' }, ...linked(line.text, words))
  const element = make('div', { class: 'bubble', 'data-from': line.from }, by, text)
  if (line.state === 'sent') return element
  const state = make('p', { class: 'state', 'data-state': line.state }, words[line.state])
  if (line.state === 'failed') {
    const again = make('button', { type: 'button' }, words.again)
    again.addEventListener('click', () => onAgain(line.id))
    state.append(' · ', again)
  }
  element.append(state)
  return element
}
