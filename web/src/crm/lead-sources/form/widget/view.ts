import { inkOn } from '#shapes/colours.ts'
import { type FormWords, wordsFor } from '#shapes/form-words.ts'
import type { ShownField, ShownForm } from '#shapes/shown-forms.ts'
import { make } from '#web/ui/plain-element.ts'
import css from './form.css?inline'

/** What came of sending: where to lead on to, or why not. */
export type Sent =
  | { readonly ok: true; readonly url: string | null }
  | { readonly ok: false; readonly code: string; readonly field: string | null }

export interface Deeds {
  send(values: URLSearchParams): Promise<Sent>
  /** It was taken. False: the form itself says thank you. */
  sent(url: string | null): boolean
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A question with its place for what is wrong with the answer. */
interface Asked {
  readonly name: string
  /** Of a group of boxes the first: it gets the focus. */
  readonly control: Control
  readonly element: HTMLElement
  blame(text: string | null): void
  /** What is wrong with the answer; null: nothing. */
  fault(): string | null
  values(): readonly string[]
}

/**
 * A form as a visitor sees it, in a shadow tree that no style of the page reaches, but font and color, which it inherits. Its own style is a
 * constructed sheet, which a page's Content-Security-Policy does not keep out.
 */
export const makeForm = (host: HTMLElement, form: ShownForm, deeds: Deeds): void => {
  const { words } = form
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [sheet]
  const asked = form.fields.map((field) => ask(field, words))
  if (form.consent) asked.push(askBox({ name: 'consent', label: form.consent.text, ...form.consent }, words))
  const trap = make('input', { id: form.trap, name: form.trap, tabindex: '-1', autocomplete: 'off' })
  const alarm = make('p', { class: 'bad', role: 'alert', hidden: '' })
  const button = make('button', { type: 'submit' }, form.button)
  const element = make(
    'form',
    { novalidate: '', ...(form.heading ? { 'aria-labelledby': 'heading' } : {}) },
    ...(form.heading ? [make('h2', { id: 'heading', dir: 'auto' }, form.heading)] : []),
    ...asked.map((each) => each.element),
    make('div', { class: 'beside', 'aria-hidden': 'true' }, make('label', { for: form.trap }, words.leaveEmpty), trap),
    alarm,
    button,
  )
  const root = make('div', { class: 'root', lang: form.locale }, element)
  dress(root, form.accent)
  shadow.replaceChildren(root)

  const complain = (text: string): void => {
    alarm.hidden = text === ''
    alarm.textContent = text
  }
  const submit = async (): Promise<void> => {
    if (button.getAttribute('aria-disabled') === 'true') return
    complain('')
    const wrong = asked.filter((each) => {
      const fault = each.fault()
      each.blame(fault)
      return fault !== null
    })
    if (wrong[0]) return wrong[0].control.focus()
    button.setAttribute('aria-disabled', 'true')
    button.textContent = words.sending
    const sent = await deeds.send(valuesOf(asked, trap))
    button.removeAttribute('aria-disabled')
    button.textContent = form.button
    if (sent.ok) return deeds.sent(sent.url) ? undefined : thank(root, form)
    const blamed = asked.find(({ name }) => name === sent.field)
    const says = wordsFor(sent.code, words)
    if (!blamed) return complain(says)
    blamed.blame(says)
    blamed.control.focus()
  }
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
}

const ask = (field: ShownField, words: FormWords): Asked => {
  if (field.type === 'checkbox') return askBox(field, words)
  if (field.type === 'choices') return askGroup(field, words)
  const { name, required, longest } = field
  const attributes = {
    ...{ id: name, name, 'aria-describedby': `${name}-fault` },
    ...(required && { required: '' }),
    ...(field.autocomplete && { autocomplete: field.autocomplete }),
  }
  const control =
    field.type === 'long'
      ? make('textarea', { ...attributes, rows: '5', maxlength: String(longest) })
      : field.type === 'choice'
        ? make('select', attributes, ...choicesOf(field, words))
        : make('input', { ...attributes, type: field.type, maxlength: String(longest) })
  control.dir = 'auto'
  const label = make('label', { for: name, dir: 'auto' }, field.label)
  if (!required) label.append(make('span', { class: 'optional' }, ` (${words.optional})`))
  return withFault(name, control, [label], [control], words)
}

const choicesOf = ({ options }: ShownField, words: FormWords): HTMLOptionElement[] => [
  make('option', { value: '' }, words.choose),
  ...options.map((option) => make('option', {}, option)),
]

const askBox = (
  { name, label, required, version }: { name: string; label: string; required: boolean; version?: number },
  words: FormWords,
): Asked => {
  const control = make('input', {
    ...{ id: name, name, type: 'checkbox', value: version === undefined ? 'yes' : String(version) },
    ...(required && { required: '' }),
    'aria-describedby': `${name}-fault`,
  })
  // A question with a box may always be left as it is.
  const isOptional = !required && version !== undefined
  const text = make('span', { dir: 'auto' }, isOptional ? `${label} (${words.optional})` : label)
  return withFault(name, control, [], [make('label', { class: 'box', for: name }, control, text)], words)
}

/** A box for each choice, all under one name. */
const askGroup = ({ name, label, required, options }: ShownField, words: FormWords): Asked => {
  const boxes = options.map((value, n) =>
    make('input', { id: `${name}-${n}`, name, type: 'checkbox', value, 'aria-describedby': `${name}-fault` }),
  )
  const legend = make('legend', { dir: 'auto' }, label)
  if (!required) legend.append(make('span', { class: 'optional' }, ` (${words.optional})`))
  const fault = make('p', { class: 'bad', id: `${name}-fault`, hidden: '' })
  const rows = boxes.map((box) => make('label', { class: 'box', for: box.id }, box, make('span', { dir: 'auto' }, box.value)))
  const values = (): string[] => boxes.flatMap((box) => (box.checked ? box.value : []))
  return {
    name,
    control: boxes[0] as HTMLInputElement,
    element: make('div', {}, make('fieldset', {}, legend, fault, ...rows)),
    blame: blamer(fault, boxes),
    fault: () => (required && values().length === 0 ? words.missing : null),
    values,
  }
}

const withFault = (name: string, control: Control, before: HTMLElement[], after: HTMLElement[], words: FormWords): Asked => {
  const fault = make('p', { class: 'bad', id: `${name}-fault`, hidden: '' })
  return {
    name,
    control,
    element: make('div', {}, ...before, fault, ...after),
    blame: blamer(fault, [control]),
    fault: () => faultOf(control, words),
    values: () => ((isBox(control) ? control.checked : control.value !== '') ? [control.value] : []),
  }
}

const blamer =
  (fault: HTMLElement, controls: readonly Control[]) =>
  (text: string | null): void => {
    fault.hidden = text === null
    fault.textContent = text
    for (const control of controls)
      if (text === null) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
  }

const faultOf = (control: Control, words: FormWords): string | null => {
  const isEmpty = isBox(control) ? !control.checked : control.value.trim() === ''
  if (control.required && isEmpty) return control.name === 'consent' ? words.noConsent : words.missing
  return control.type === 'email' && !isEmpty && !control.checkValidity() ? words.badEmail : null
}

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'

const valuesOf = (asked: readonly Asked[], trap: HTMLInputElement): URLSearchParams => {
  const values = new URLSearchParams()
  for (const each of asked) for (const value of each.values()) values.append(each.name, value)
  if (trap.value !== '') values.append(trap.name, trap.value)
  return values
}

/** In place of the form, and read out. */
const thank = (root: HTMLElement, { thanks }: ShownForm): void => {
  const text = make('p', { role: 'status', tabindex: '-1', dir: 'auto' }, thanks)
  root.replaceChildren(text)
  text.focus()
}

const dress = (root: HTMLElement, accent: string): void => {
  const ink = inkOn(accent)
  root.style.setProperty('--accent', accent)
  root.style.setProperty('--on-accent', ink)
  // A light button on a light page still has an edge.
  root.style.setProperty('--edge', ink === '#000000' ? 'currentColor' : 'transparent')
}
