import { make } from '#web/ui/plain-element.ts'
import { icon, icons } from './elements.ts'
import type { Words } from './strings.ts'

const highestPx = 140

/** Where a visitor writes: the field grows with its text, Enter sends. */
export const makeComposeForm = (words: Words, onSend: (text: string) => void) => {
  const field = make('textarea', { 'aria-label': words.write, placeholder: words.write, rows: '1', maxlength: '4000' })
  field.dir = 'auto'
  const send = make('button', { type: 'submit', class: 'send', 'aria-label': words.send }, icon(icons.send))
  const form = make('form', { class: 'compose', novalidate: '' }, field, send)
  const grow = (): void => {
    field.style.height = 'auto'
    field.style.height = `${Math.min(field.scrollHeight + 2, highestPx)}px`
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    const text = field.value.trim()
    if (text === '') return
    field.value = ''
    grow()
    onSend(text)
    field.focus()
  }
  field.addEventListener('input', grow)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event)
  })
  form.addEventListener('submit', submit)
  return { form, field }
}
