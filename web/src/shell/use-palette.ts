import { useRef, useState } from 'react'
import { usePaletteKeys } from './keyboard.ts'
import { strings } from './strings.ts'

/** The command palette from the outside: when it is open, and where the focus goes when it is left. */
export const usePalette = () => {
  const [palette, setPalette] = useState({ isOpen: false, times: 0 })
  const isOpen = useRef(false)
  const before = useRef<Element | null>(null)

  const open = (): void => {
    if (isOpen.current) return
    isOpen.current = true
    // Opened again while it still closes, it remembers where the focus was at first.
    before.current ??= document.activeElement
    holdTyping(leave)
    setPalette(({ times }) => ({ isOpen: true, times: times + 1 }))
  }
  const close = (): void => {
    isOpen.current = false
    setPalette(({ times }) => ({ isOpen: false, times }))
  }
  /** Nothing was chosen: the focus goes back to where it was, once the window has let go of it. */
  const leave = (): void => {
    close()
    setTimeout(() => {
      if (isOpen.current) return
      if (before.current instanceof HTMLElement) before.current.focus()
      before.current = null
    })
  }
  /** Something was chosen: the page to come takes the focus, and the one that is here already is given it. */
  const follow = (): void => {
    before.current = null
    close()
    setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('#page h1')?.focus({ preventScroll: true })
    })
  }
  usePaletteKeys(open)
  return { ...palette, open, leave, follow }
}

/*
 * People keep typing after Ctrl-K. Until the palette's field stands (its code may have to come first, or the former
 * window is still closing) an invisible field has the focus and keeps what is typed.
 */

let holder: { readonly field: HTMLInputElement; hasEntered: boolean } | null = null

const holdTyping = (onEscape: () => void): void => {
  releaseTyping()
  const field = document.createElement('input')
  const held = { field, hasEntered: false }
  holder = held
  field.className = 'hidden-visually'
  field.style.position = 'fixed'
  field.autocomplete = 'off'
  field.ariaLabel = strings.palette
  field.addEventListener('input', () => {
    held.hasEntered = false
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') held.hasEntered = !event.isComposing && field.value !== ''
    if (event.key !== 'Escape') return
    event.stopPropagation()
    releaseTyping()
    onEscape()
  })
  document.body.append(field)
  field.focus({ preventScroll: true })
}

/** What was typed meanwhile, and whether Enter came after it. The one who asks takes the focus first. */
export const releaseTyping = (): { text: string; hasEntered: boolean } => {
  const held = { text: holder?.field.value ?? '', hasEntered: holder?.hasEntered ?? false }
  holder?.field.remove()
  holder = null
  return held
}
