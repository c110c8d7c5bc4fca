import { html } from '#core/http/markup.ts'
import { put } from '#shapes/texts.ts'
import { consentIn } from '../documents/consent-words.ts'
import { isolated, stringsOf } from './page-markup.ts'
import type { SignStrings } from './sign-strings.ts'
import { type Entry, entriesOf, isFilledIn, type SigningShown } from './signing-states.ts'

/** What a form sent, by the names of its fields. */
export type Typed = Readonly<Record<string, string | undefined>>

/** What is wrong with one field of the form (`name`, `signature`, `consent`, or the name of an entry), or with no field in particular: null. */
export interface Mistake {
  readonly key: string | null
  readonly text: string
}

export interface FormView {
  readonly address: string
  readonly action: string
  readonly locale: string
  readonly typed: Typed
  readonly mistakes: readonly Mistake[]
}

/** The form in which a signer fills in their fields and signs, with what was typed before. */
export const signForm = (signing: SigningShown, view: FormView): string => {
  const strings = stringsOf(view.locale)
  const entries = entriesOf(signing)
  const { sentence } = consentIn(signing.consent, view.locale)
  const said = { next: strings.nextField, all: strings.allFilled, filled: strings.filled }
  const data = Object.entries(said)
    .map(([name, text]) => ` data-${name}="${html(text)}"`)
    .join('')
  const drawable = entries.find(({ field }) => field.kind === 'signature')
  const name = view.typed.name ?? signing.signer.name
  return `<form id="sign" method="post" action="${html(view.action)}#form" autocomplete="on" data-draft="${html(view.address)}/draft?lang=${encodeURIComponent(view.locale)}"${data}>
<h2 id="form">${html(strings.form)}</h2>
${mistakesOf(view, entries, strings)}
<div class="field" id="at-name" data-field="required" data-label="${html(strings.name)}">
<label for="name">${html(strings.name)}</label>
<p class="hint" id="name-hint">${html(strings.nameHint)}</p>
<input id="name" name="name" autocomplete="name" maxlength="255" aria-required="true" value="${html(name)}"${told('name', 'name', view, 'name-hint')}>
${errorOf('name', 'name', view)}
</div>
${entries.map((entry) => (entry === drawable ? signatureOf(entry, name, view, strings) : fieldOf(entry, view, strings))).join('')}
<div class="field" id="at-consent" data-field="required" data-label="${html(strings.consent)}">
<h3>${html(strings.consent)}</h3>
<p class="check"><input type="checkbox" id="consent" name="consent" value="true" aria-required="true"${view.typed.consent === 'true' ? ' checked' : ''}${told('consent', 'consent', view)}> <label for="consent">${html(sentence)}</label></p>
<input type="hidden" name="words" value="${html(signing.consent)}">
${errorOf('consent', 'consent', view)}
</div>
<p id="at-sign"><button class="main" id="submit">${html(strings.sign)}</button></p>
</form>`
}

const mistakesOf = ({ mistakes }: FormView, entries: readonly Entry[], strings: SignStrings): string => {
  if (mistakes.length === 0) return ''
  const rows = mistakes.map(({ key, text }) => {
    if (key === null) return `<li>${html(text)}</li>`
    const { id, label } = placeOf(key, entries, strings)
    return `<li><a href="#at-${id}">${isolated(label)}: ${html(text)}</a></li>`
  })
  return `<div class="mistakes" role="alert"><p>${html(strings.mistakes)}</p><ul>${rows.join('')}</ul></div>`
}

/** Where a signer without a script is led: to the first mistake, or else the first field that has to be filled in. */
export const nextOf = (
  signing: SigningShown,
  { mistakes }: Pick<FormView, 'mistakes'>,
  strings: SignStrings,
): { id: string; label: string } => {
  const entries = entriesOf(signing)
  const wrong = mistakes.find(({ key }) => key !== null)?.key
  return placeOf(wrong ?? entries.find(({ field }) => isFilledIn(field))?.name ?? 'consent', entries, strings)
}

const placeOf = (key: string, entries: readonly Entry[], strings: SignStrings): { id: string; label: string } => {
  if (key === 'name') return { id: 'name', label: strings.name }
  if (key === 'consent') return { id: 'consent', label: strings.consent }
  const entry = entries.find(({ name, field }) => (key === 'signature' ? field.kind === 'signature' : name === key))
  return entry ? { id: entry.id, label: labelOf(entry, strings) } : { id: 'name', label: strings.name }
}

/** A signature says that it is one: its label in a template is mostly whose it is. */
const labelOf = ({ field: { label, kind } }: Entry, strings: SignStrings): string =>
  label && kind === 'signature' && label !== strings.signature ? `${strings.signature}: ${label}` : label || strings[kind]

/** The attributes by which an input is told what is wrong with it, and what helps. */
const told = (key: string, id: string, { mistakes }: FormView, hint?: string): string => {
  const isWrong = mistakes.some((each) => each.key === key)
  const by = [...(hint ? [hint] : []), ...(isWrong ? [`${id}-error`] : [])].join(' ')
  return `${by && ` aria-describedby="${by}"`}${isWrong ? ' aria-invalid="true"' : ''}`
}

const errorOf = (key: string, id: string, { mistakes }: FormView): string => {
  const mistake = mistakes.find((each) => each.key === key)
  return mistake ? `<p class="error" id="${id}-error">${html(mistake.text)}</p>` : ''
}

const pageLink = ({ field }: Entry, strings: SignStrings): string => {
  const n = String(field.page + 1)
  return `<a class="where" href="#page-${n}">${html(put(strings.onPage, { n }))}</a>`
}

const fieldOf = (entry: Entry, view: FormView, strings: SignStrings): string => {
  const { field, id, name } = entry
  const label = labelOf(entry, strings)
  const where = pageLink(entry, strings)
  const open = (need: string): string => `<div class="field" id="at-${id}" data-field="${need}" data-label="${html(label)}">`
  const value = view.typed[name] ?? ''
  if (field.kind === 'signature' || field.kind === 'date') {
    const says = field.kind === 'date' ? strings.dateHint : strings.sameSignature
    return `${open('given')}<p class="label">${isolated(label)}</p><p class="hint">${html(says)}</p>${where}</div>`
  }
  if (field.kind === 'tick')
    return `${open(field.required ? 'required' : 'optional')}<p class="check"><input type="checkbox" id="${id}" name="${html(name)}" value="true"${field.required ? ' aria-required="true"' : ''}${value === 'true' ? ' checked' : ''}${told(name, id, view)}> <label for="${id}">${isolated(label)}</label></p>${where}${errorOf(name, id, view)}</div>`
  const isRequired = isFilledIn(field)
  const hint = { text: null, initials: strings.initialsHint, name: strings.nameFieldHint }[field.kind]
  return `${open(isRequired ? 'required' : 'optional')}<label for="${id}">${isolated(label)}${isRequired ? '' : ` <span class="quiet">${html(strings.optional)}</span>`}</label>${hint === null ? '' : `<p class="hint" id="${id}-hint">${html(hint)}</p>`}<input id="${id}" name="${html(name)}" maxlength="500" autocomplete="off"${isRequired ? ' aria-required="true"' : ''} value="${html(value)}"${told(name, id, view, hint === null ? undefined : `${id}-hint`)}>${where}${errorOf(name, id, view)}</div>`
}

/** One signature for all of a signer's signature fields: typed, or drawn or a picture where there is a script to draw and to read it. */
const signatureOf = (entry: Entry, name: string, view: FormView, strings: SignStrings): string => {
  const { how } = view.typed
  const chosen = how === 'drawn' || how === 'picture' ? how : 'typed'
  const radio = (value: string, words: string, hint = ''): string =>
    `<input type="radio" id="${value}" name="how" value="${value}"${value === chosen ? ' checked' : ''}${hint && told('signature', 'signature', view, hint)}> <label for="${value}">${html(words)}</label>`
  const scripted = (value: string): string => `<p class="check" data-script${value === chosen ? '' : ' hidden'}>`
  const label = labelOf(entry, strings)
  return `<fieldset class="field" id="at-${entry.id}" data-field="signature" data-label="${html(label)}"><legend>${isolated(label)}</legend>
<p class="check">${radio('typed', strings.typed)}</p>
<p class="written" id="written" aria-hidden="true">${isolated(name)}</p>
${scripted('drawn')}${radio('drawn', strings.drawn, 'draw-hint')}</p>
<div id="draw" hidden><p class="hint" id="draw-hint">${html(strings.drawHint)}</p><canvas id="canvas" role="img" aria-label="${html(label)}"></canvas><button type="button" id="clear">${html(strings.clear)}</button></div>
<input type="hidden" name="drawing" id="drawing" value="${html(view.typed.drawing ?? '')}">
${scripted('picture')}${radio('picture', strings.uploaded, 'upload-hint')}</p>
<div id="upload" hidden><p class="hint" id="upload-hint">${html(strings.uploadHint)}</p><label for="file">${html(strings.uploadFile)}</label><input type="file" id="file" accept="image/png,image/jpeg" aria-describedby="upload-hint upload-error"><p id="upload-error" role="alert" data-says="${html(strings.uploadUnusable)}"></p><img id="shown" alt="${html(strings.uploadShown)}" hidden></div>
<input type="hidden" name="png" id="png" value="${html(view.typed.png ?? '')}">
${pageLink(entry, strings)}${errorOf('signature', 'signature', view)}
</fieldset>`
}
