import { ProviderError } from '#ports/provider-error.ts'
import { faultOfValues, readTemplate, type TemplateForm, type TemplateValue } from '#shapes/whatsapp-templates.ts'

/** How many values a template wants. */
export const countVariables = (components: readonly unknown[]): number => readTemplate(components).values.length

/**
 * The components of a message with each value in its place; `token` is what an answer to its form is known by. Throws
 * ProviderError with the platform's own code where it would refuse them.
 */
export const filledComponents = (components: readonly unknown[] | null, values: readonly string[], token: string): object[] => {
  const form = components === null ? textOf(values) : readTemplate(components)
  if (form.unusable !== null) throw new ProviderError('refused', `The template has ${form.unusable}.`, { code: '132018' })
  const fault = faultOfValues(form, values)
  if (fault !== null)
    throw new ProviderError('refused', fault, { code: form.values.length === values.length ? '132012' : '132000' })
  const given = form.values.map((value, at) => ({ ...value, text: values[at] ?? '' }))
  const of = (part: TemplateValue['of']) => given.filter((each) => each.of === part)
  const [header, body] = [headerOf(of('header')), of('body').map(textParameter)]
  const button = (index: number | null, subType: string, parameter: object): object => ({
    type: 'button',
    sub_type: subType,
    index: String(index),
    parameters: [parameter],
  })
  return [
    ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
    ...of('button').map(({ index, kind, text }) =>
      kind === 'copy_code'
        ? button(index, 'copy_code', { type: 'coupon_code', coupon_code: text })
        : button(index, 'url', { type: 'text', text }),
    ),
    ...form.fixed.map(({ index, kind }) =>
      kind === 'flow'
        ? button(index, 'flow', { type: 'action', action: { flow_token: token } })
        : button(index, 'url', { type: 'text', text: of('body')[0]?.text ?? '' }),
    ),
  ]
}

/** Without the template everything is its text's, which is right for most. */
const textOf = (values: readonly string[]): TemplateForm =>
  readTemplate([{ type: 'BODY', text: values.map((_, at) => `{{${at + 1}}}`).join(' ') }])

type Given = TemplateValue & { readonly text: string }

const textParameter = ({ isNamed, name, text }: Given): object => ({
  type: 'text',
  ...(isNamed && { parameter_name: name }),
  text,
})

const headerOf = (given: readonly Given[]): object[] => {
  const [first, second, third, fourth] = given
  if (!first || first.kind === 'text') return given.map(textParameter)
  if (first.kind !== 'latitude') return [{ type: first.kind, [first.kind]: { link: first.text } }]
  const location = { latitude: first.text, longitude: second?.text, name: third?.text, address: fourth?.text }
  return [{ type: 'location', location }]
}
