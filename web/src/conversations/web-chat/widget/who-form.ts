import { make } from '#web/ui/plain-element.ts'
import type { Words } from './strings.ts'

export interface WhoDeeds {
  /** True once it is saved. */
  identify(who: { name?: string; email?: string }): Promise<boolean>
  dismissWho(): void
}

/** Asks where an answer reaches the visitor. */
export const makeWhoForm = (words: Words, deeds: WhoDeeds, done: () => void) => {
  const name = make('input', { name: 'name', autocomplete: 'name', maxlength: '200' })
  const email = make('input', { name: 'email', type: 'email', autocomplete: 'email', maxlength: '254', required: '' })
  const fault = make('p', { class: 'bad', role: 'alert', id: 'fault' })
  const save = make('button', { type: 'submit', class: 'main' }, words.save)
  const later = make('button', { type: 'button', class: 'plain' }, words.later)
  const title = make('p', {}, words.whoTitle)
  const form = make(
    'form',
    { class: 'who', novalidate: '', hidden: '' },
    title,
    make('label', {}, words.name, name),
    make('label', {}, words.email, email),
    fault,
    make('div', {}, save, later),
  )
  const refuse = (text: string): void => {
    fault.textContent = text
    email.setAttribute('aria-invalid', String(text === words.badEmail))
    email.setAttribute('aria-describedby', 'fault')
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (email.value.trim() === '' || !email.checkValidity()) {
      refuse(words.badEmail)
      email.focus()
      return
    }
    refuse('')
    save.disabled = true
    const isSaved = await deeds.identify({
      email: email.value.trim(),
      ...(name.value.trim() !== '' && { name: name.value.trim() }),
    })
    save.disabled = false
    if (!isSaved) return refuse(words.notSaved)
    form.replaceChildren(make('p', { role: 'status' }, words.thanks))
    done()
  })
  later.addEventListener('click', () => {
    form.hidden = true
    deeds.dismissWho()
    done()
  })
  return {
    form,
    ask: (isAsked: boolean): void => {
      form.hidden = !isAsked
    },
  }
}
