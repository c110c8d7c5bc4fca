import { html } from '#core/http/markup.ts'
import type { StepStrings } from './step-strings.ts'
import { type Field, inputOf, type Typed } from './typed-answers.ts'

/** A field of a step as a browser fills it in without a script. */
export const fieldMarkup = (field: Field, typed: Typed, fault: string | null, strings: StepStrings): string => {
  const id = inputOf(field)
  const label = `<span dir="auto">${html(field.label)}</span>${field.required || field.type === 'tick' ? '' : ` <span class="quiet">(${html(strings.optional)})</span>`}`
  const hint = field.help === null ? '' : `<p class="hint" id="${html(id)}-hint" dir="auto">${html(field.help)}</p>`
  const error = fault === null ? '' : `<p class="error" id="${html(id)}-error">${html(fault)}</p>`
  const by = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])].join(' ')
  const told = `${by && ` aria-describedby="${html(by)}"`}${fault === null ? '' : ' aria-invalid="true"'}`
  const needed = field.required ? ' aria-required="true"' : ''
  const value = typed[id] ?? ''
  const wrap = (content: string): string => `<div class="field">${content}${error}</div>`
  const input = (attributes: string): string =>
    `<input id="${html(id)}" name="${html(id)}" ${attributes} value="${html(value)}"${needed}${told}>`
  const labelled = (content: string): string => wrap(`<label for="${html(id)}">${label}</label>${hint}${content}`)
  switch (field.type) {
    case 'tick':
      return wrap(
        `<p class="check"><input type="checkbox" id="${html(id)}" name="${html(id)}" value="yes"${value === 'yes' ? ' checked' : ''}${told}> <label for="${html(id)}">${label}</label></p>${hint}`,
      )
    case 'several':
      return severalOf(field, typed, { legend: label, hint, error, by })
    case 'choice':
      return labelled(
        `<select id="${html(id)}" name="${html(id)}"${needed}${told}><option value="">${html(strings.choose)}</option>${field.choices.map((each) => optionOf(each.value, each.label, value)).join('')}</select>`,
      )
    case 'long_text':
      return labelled(
        `<textarea id="${html(id)}" name="${html(id)}" rows="5" maxlength="16000"${needed}${told}>\n${html(value)}</textarea>`,
      )
    case 'money':
      return moneyOf(field, typed, { label, hint, error, told, needed }, strings)
    case 'number':
      return labelled(input('type="number" step="any" inputmode="decimal"'))
    case 'date':
      return labelled(input('type="date"'))
    case 'email':
      return labelled(input('type="email" maxlength="254" autocomplete="email"'))
    case 'phone':
      return labelled(input('type="tel" maxlength="60" autocomplete="tel"'))
    default:
      return labelled(input('maxlength="1000"'))
  }
}

interface Around {
  readonly hint: string
  readonly error: string
}

const severalOf = (
  field: Field,
  typed: Typed,
  { legend, hint, error, by }: Around & { readonly legend: string; readonly by: string },
): string => {
  const boxes = field.choices.map(({ value, label }) => {
    const name = html(inputOf(field, value))
    return `<p class="check"><input type="checkbox" id="${name}" name="${name}" value="yes"${typed[inputOf(field, value)] === 'yes' ? ' checked' : ''}> <label for="${name}" dir="auto">${html(label)}</label></p>`
  })
  return `<fieldset class="field" id="${html(inputOf(field))}"${by && ` aria-describedby="${html(by)}"`}><legend>${legend}</legend><div>${hint}${boxes.join('')}${error}</div></fieldset>`
}

const often = ['EUR', 'USD', 'GBP', 'INR', 'CHF', 'JPY', 'AUD', 'CAD', 'SGD', 'AED', 'SEK', 'PLN']

const moneyOf = (
  field: Field,
  typed: Typed,
  { label, hint, error, told, needed }: Around & { readonly label: string; readonly told: string; readonly needed: string },
  strings: StepStrings,
): string => {
  const [id, currency] = [inputOf(field), inputOf(field, 'currency')]
  const codes = [...often, ...Intl.supportedValuesOf('currency').filter((code) => !often.includes(code))]
  const options = codes.map((code) => optionOf(code, code, typed[currency] ?? ''))
  return `<fieldset class="field"><legend>${label}</legend><div>${hint}<div class="pair">
<div><label class="quiet" for="${html(id)}">${html(strings.amount)}</label><input id="${html(id)}" name="${html(id)}" type="number" step="any" inputmode="decimal" value="${html(typed[id] ?? '')}"${needed}${told}></div>
<div><label class="quiet" for="${html(currency)}">${html(strings.currency)}</label><select id="${html(currency)}" name="${html(currency)}"><option value="">${html(strings.choose)}</option>${options.join('')}</select></div>
</div>${error}</div></fieldset>`
}

const optionOf = (value: string, label: string, chosen: string): string =>
  `<option value="${html(value)}"${value === chosen ? ' selected' : ''}>${html(label)}</option>`
