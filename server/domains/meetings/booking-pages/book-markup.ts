import { html } from '#core/http/markup.ts'
import type { Brand } from '#domains/platform/business-identity/brands.ts'
import { put } from '#shapes/texts.ts'
import type { Question } from '../booking/event-types.ts'
import { addressWith, shell, stringsOf } from './page-markup.ts'

/** What `show-event-type` answers. */
export interface TypeShown {
  readonly slug: string
  readonly name: string
  readonly about: string
  readonly minutes: number
  readonly hosts: readonly string[]
  readonly organization: string
  readonly brand: Brand
  readonly organization_slug: string
  readonly place: 'meet' | 'link' | 'phone' | 'address'
  readonly address: string | null
  readonly questions: readonly Question[]
  readonly approval: boolean
  readonly host_zone: string
  readonly horizon_days: number
}

const headOf = (type: TypeShown, locale: string): string => {
  const strings = stringsOf(locale)
  return `<h1>${html(type.name)}</h1>
<p class="facts">${html(put(strings.minutes, { n: String(type.minutes) }))}${type.hosts.length > 0 ? ` · ${html(put(strings.with, { people: type.hosts.slice(0, 5).join(', ') }))}` : ''}${type.address ? ` · ${html(type.address)}` : ''}</p>
${type.about ? `<p class="about">${html(type.about)}</p>` : ''}`
}

/** The page on which a start is chosen. */
export const pickPage = (type: TypeShown, { locale, self }: { locale: string; self: string }, picker: string): string =>
  shell(
    { locale, title: `${type.name} · ${type.organization}`, self, brand: type.brand },
    `<main>${headOf(type, locale)}${picker}</main>`,
  )

/** What was typed so far, to be shown again. */
export type Typed = Readonly<Record<string, string>>

interface FormState {
  readonly locale: string
  readonly self: string
  readonly zone: string
  readonly start: string
  /** The start in words, for the booker and, where it differs, for the host. */
  readonly time: { readonly when: string; readonly host_time: string | null; readonly time: string }
  readonly key: string
  readonly hold: string | null
  readonly typed: Typed
  /** Why the last try came to nothing. */
  readonly failure: {
    readonly text: string
    readonly field: string | null
    /** What else has to be filled in, so that all of it is seen at once. */
    readonly missing: readonly string[]
    readonly nearest: readonly { start: string; label: string }[]
  } | null
}

/** The form of a booking: when the start is lost meanwhile, the nearest ones stand in it as buttons, and what was typed stays. */
export const formPage = (type: TypeShown, state: FormState): string => {
  const { locale, self, time, typed, failure } = state
  const strings = stringsOf(locale)
  const faultAt = (name: string) => faultOf(failure, name, locale)
  const field = (name: string, label: string, kind: string, isRequired: boolean, complete: string): string =>
    `<p><label for="${name}">${html(label)}${isRequired ? '' : ` <small>(${html(strings.optional)})</small>`}</label><input id="${name}" name="${name}" type="${kind}" value="${html(typed[name] ?? '')}" autocomplete="${complete}" maxlength="255"${isRequired ? ' required' : ''}${faultAt(name).marks}>${faultAt(name).error}</p>`
  const nearest =
    failure && failure.nearest.length > 0
      ? `<fieldset class="nearest"><legend>${html(strings.nearest)}</legend>${failure.nearest.map(({ start, label }) => `<button name="isoTime" value="${html(start)}">${html(label)}</button>`).join('')}</fieldset>`
      : ''
  return shell(
    { locale, title: `${type.name} · ${type.organization}`, self, brand: type.brand },
    `<main>${headOf(type, locale)}
<p class="when"><strong>${html(time.when)}</strong>${time.host_time ? `<br><span>${html(put(strings.there, { time: time.time, other: time.host_time }))}</span>` : ''}</p>
${state.hold ? releaseForm(self, state.hold, strings.back) : `<p><a href="${html(addressWith(self, { start: null }))}" data-back>${html(strings.back)}</a></p>`}
<form method="post" action="${html(self)}" class="details" novalidate>
${failure && (failure.field === null || failure.nearest.length > 0) ? `<p class="trouble" role="alert">${html(failure.text)}</p>` : ''}
${nearest}
<h2>${html(strings.yourDetails)}</h2>
<input type="hidden" name="zone" value="${html(state.zone)}"><input type="hidden" name="key" value="${html(state.key)}">${state.hold ? `<input type="hidden" name="hold" value="${html(state.hold)}">` : ''}
${field('name', strings.name, 'text', true, 'name')}
${field('email', strings.email, 'email', true, 'email')}
${field('phone', strings.phone, 'tel', type.place === 'phone', 'tel')}
${field('company', strings.company, 'text', false, 'organization')}
${type.questions.map((question) => questionOf(question, typed, locale, failure)).join('\n')}
<p><button class="main" name="isoTime" value="${html(state.start)}">${html(type.approval ? strings.request : strings.book)}</button></p>
</form></main>`,
  )
}

/** Instead of the form where its start cannot be booked: the nearest ones, and the way to all others. */
export const lostPage = (
  type: TypeShown,
  {
    locale,
    self,
    when,
    nearest,
  }: {
    readonly locale: string
    readonly self: string
    readonly when: string
    readonly nearest: readonly { readonly label: string; readonly address: string }[]
  },
): string => {
  const strings = stringsOf(locale)
  return shell(
    { locale, title: `${type.name} · ${type.organization}`, self, brand: type.brand },
    `<main>${headOf(type, locale)}
<p class="when"><strong>${html(when)}</strong></p>
<p class="trouble" role="alert">${html(strings.notBookable)}</p>
${
  nearest.length === 0
    ? ''
    : `<section aria-labelledby="nearest"><h2 id="nearest">${html(strings.nearest)}</h2><ul class="starts">${nearest.map(({ label, address }) => `<li><a href="${html(address)}">${html(label)}</a></li>`).join('')}</ul></section>`
}
<p><a href="${html(addressWith(self, { start: null }))}">${html(strings.back)}</a></p></main>`,
  )
}

/** To the other starts, by a form of its own where this one is on hold: the hold is given back, also without a script. */
const releaseForm = (self: string, hold: string, text: string): string =>
  `<form method="post" action="${html(self)}"><input type="hidden" name="back" value="true"><input type="hidden" name="hold" value="${html(hold)}"><p><button>${html(text)}</button></p></form>`

/** What is wrong at a field, and how the field says it. */
const faultOf = (failure: FormState['failure'], name: string, locale: string): { marks: string; error: string } => {
  const isMissing = failure?.missing.includes(name)
  if (failure === null || (failure.field !== name && !isMissing)) return { marks: '', error: '' }
  const text = failure.field === name ? failure.text : stringsOf(locale).required
  return {
    marks: ` aria-invalid="true" aria-describedby="${name}-error"`,
    error: `<span class="error" id="${name}-error">${html(text)}</span>`,
  }
}

const questionOf = (question: Question, typed: Typed, locale: string, failure: FormState['failure']): string => {
  const strings = stringsOf(locale)
  const name = `answers.${question.key}`
  const value = typed[name] ?? ''
  const { marks: wrong, error } = faultOf(failure, name, locale)
  const marks = `${question.required ? ' required' : ''}${wrong}`
  const label = `<label for="${name}">${html(question.label)}${question.required ? '' : ` <small>(${html(strings.optional)})</small>`}</label>`
  if (question.kind === 'yes_no')
    return `<p class="check"><input type="checkbox" id="${name}" name="${name}" value="true"${value === 'true' ? ' checked' : ''}${marks}> ${label}${error}</p>`
  if (question.kind === 'long_text')
    return `<p>${label}<textarea id="${name}" name="${name}" rows="4" maxlength="2000"${marks}>${html(value)}</textarea>${error}</p>`
  if (question.kind === 'choice')
    return `<p>${label}<select id="${name}" name="${name}"${marks}><option value=""></option>${question.options.map((option) => `<option${option === value ? ' selected' : ''}>${html(option)}</option>`).join('')}</select>${error}</p>`
  return `<p>${label}<input id="${name}" name="${name}" type="text" maxlength="2000" value="${html(value)}"${marks}>${error}</p>`
}

/** The event types of a workspace. */
export const typesPage = (
  organization: string,
  types: readonly { readonly slug: string; readonly name: string; readonly minutes: number; readonly address: string }[],
  { locale, self }: { locale: string; self: string },
): string => {
  const strings = stringsOf(locale)
  return shell(
    { locale, title: organization, self },
    `<main><h1>${html(strings.choose)}</h1>${
      types.length === 0
        ? `<p>${html(strings.noTypes)}</p>`
        : `<ul class="types">${types.map(({ name, minutes, address }) => `<li><a href="${html(address)}">${html(name)}</a> <span>${html(put(strings.minutes, { n: String(minutes) }))}</span></li>`).join('')}</ul>`
    }</main>`,
  )
}
