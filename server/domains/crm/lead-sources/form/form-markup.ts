import { html } from '#core/http/markup.ts'
import type { ShownField, ShownForm } from '#shapes/shown-forms.ts'

/** What a visitor sent, and what of it has to be corrected: by name of the field. */
export interface Filled {
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly faults: ReadonlyMap<string, string>
}
const nothing: Filled = { values: new Map(), faults: new Map() }

/**
 * A form that needs no script, each element on a line of its own: what is copied into a website, and what Foyer's own page shows. The field
 * that people do not see is hidden from screen readers and the keyboard too.
 */
export const formMarkup = (form: ShownForm, action: string, filled: Filled = nothing): string => {
  const { consent, words } = form
  const box = consent && { name: 'consent', type: 'checkbox' as const, label: consent.text, required: consent.required }
  return [
    `<form action="${html(action)}" method="post" accept-charset="utf-8" lang="${form.locale}">`,
    ...form.fields.map((field) => fieldMarkup(field, form, filled)),
    ...(consent && box ? [boxMarkup(box, String(consent.version), form, filled)] : []),
    `  <div hidden aria-hidden="true">
    <label for="foyer-${form.trap}">${html(words.leaveEmpty)}</label>
    <input id="foyer-${form.trap}" name="${form.trap}" tabindex="-1" autocomplete="off">
  </div>`,
    ...carried(form, filled),
    `  <button type="submit">${html(form.button)}</button>`,
    '</form>',
  ].join('\n')
}

const fieldMarkup = (field: ShownField, form: ShownForm, filled: Filled): string => {
  if (field.type === 'checkbox') return boxMarkup(field, 'yes', form, filled)
  if (field.type === 'choices') return groupMarkup(field, form, filled)
  const id = `foyer-${field.name}`
  const fault = filled.faults.get(field.name)
  const value = filled.values.get(field.name)?.join(', ') ?? ''
  const common = [
    `id="${id}" name="${html(field.name)}"`,
    ...(field.required ? ['required'] : []),
    ...(field.autocomplete ? [`autocomplete="${field.autocomplete}"`] : []),
    ...(fault === undefined ? [] : [`aria-invalid="true" aria-describedby="${id}-fault"`]),
  ].join(' ')
  const label = `${html(field.label)}${field.required ? '' : ` (${html(form.words.optional)})`}`
  return `  <div>
    <label for="${id}">${label}</label>
${faultMarkup(id, fault)}    ${controlMarkup(field, form, common, value)}
  </div>`
}

const controlMarkup = (field: ShownField, form: ShownForm, common: string, value: string): string => {
  if (field.type === 'long')
    // The first line break after the tag is not of the text.
    return `<textarea ${common} rows="5" maxlength="${field.longest}">${value ? `\n${html(value)}` : ''}</textarea>`
  if (field.type !== 'choice')
    return `<input ${common} type="${field.type}" maxlength="${field.longest}"${value ? ` value="${html(value)}"` : ''}>`
  const options = field.options.map((option) => `      <option${option === value ? ' selected' : ''}>${html(option)}</option>`)
  return `<select ${common}>
      <option value="">${html(form.words.choose)}</option>
${options.join('\n')}
    </select>`
}

/** A box for each choice, all under one name. HTML has no `required` of a group: the answer says so. */
const groupMarkup = (field: ShownField, form: ShownForm, filled: Filled): string => {
  const id = `foyer-${field.name}`
  const fault = filled.faults.get(field.name)
  const values = filled.values.get(field.name) ?? []
  const boxes = field.options.map((option, n) => {
    const attributes = [
      `id="${id}-${n + 1}" name="${html(field.name)}" type="checkbox" value="${html(option)}"`,
      ...(values.includes(option) ? ['checked'] : []),
      ...(fault === undefined ? [] : [`aria-invalid="true" aria-describedby="${id}-fault"`]),
    ].join(' ')
    return `      <label class="box" for="${id}-${n + 1}"><input ${attributes}> <span>${html(option)}</span></label>`
  })
  return `  <div>
    <fieldset id="${id}">
      <legend>${html(field.label)}${field.required ? '' : ` (${html(form.words.optional)})`}</legend>
${faultMarkup(id, fault)}${boxes.join('\n')}
    </fieldset>
  </div>`
}

const boxMarkup = (
  { name, label, required }: Pick<ShownField, 'name' | 'label' | 'required'>,
  value: string,
  form: ShownForm,
  filled: Filled,
): string => {
  const id = `foyer-${name}`
  const fault = filled.faults.get(name)
  // A tick for another text than the one that is shown is none for this one.
  const isTicked = filled.values.get(name)?.includes(value) ?? false
  const attributes = [
    `id="${id}" name="${html(name)}" type="checkbox" value="${html(value)}"`,
    ...(required ? ['required'] : []),
    ...(isTicked ? ['checked'] : []),
    ...(fault === undefined ? [] : [`aria-invalid="true" aria-describedby="${id}-fault"`]),
  ].join(' ')
  return `  <div>
${faultMarkup(id, fault)}    <label class="box" for="${id}"><input ${attributes}> <span>${html(label)}${
    required || name !== 'consent' ? '' : ` (${html(form.words.optional)})`
  }</span></label>
  </div>`
}

const faultMarkup = (id: string, fault: string | undefined): string =>
  fault === undefined ? '' : `    <p class="bad" id="${id}-fault">${html(fault)}</p>\n`

/** What came along in fields that the form does not have goes along again. */
const carried = (form: ShownForm, { values }: Filled): string[] => {
  const shown = new Set([...form.fields.map(({ name }) => name), 'consent', form.trap])
  return [...values]
    .filter(([name]) => !shown.has(name))
    .flatMap(([name, each]) => each.map((value) => `  <input type="hidden" name="${html(name)}" value="${html(value)}">`))
}
