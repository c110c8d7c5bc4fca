import type { TemplatePart, TemplateValue, WhatsappTemplate } from '#web/wire.ts'
import { strings } from './strings.ts'

type Part = TemplatePart

/** The platform approved it, and Foyer can fill it. */
export const isSendable = ({ status, unusable }: Pick<WhatsappTemplate, 'status' | 'unusable'>): boolean =>
  status === 'APPROVED' && unusable === null

/** Of a template in several languages the one in the customer's, else the first that can be sent. */
export const proposedOf = <T extends Pick<WhatsappTemplate, 'name' | 'language' | 'status' | 'unusable'>>(
  templates: readonly T[],
  proposed: { readonly name: string; readonly language: string } | null,
): T | undefined => {
  const named = templates.filter((each) => each.name === proposed?.name && isSendable(each))
  // WhatsApp writes pt_BR where BCP 47 writes pt-BR.
  const wanted = (proposed?.language ?? '').replaceAll('-', '_').toLowerCase()
  const [base = ''] = wanted.split('_')
  return (
    named.find(({ language }) => language.toLowerCase() === wanted) ??
    named.find(({ language }) => language.toLowerCase().split('_')[0] === base) ??
    named[0]
  )
}

/** What will arrive, with the values in their places; what has no value yet keeps its number. */
export const previewOf = ({ parts }: Pick<WhatsappTemplate, 'parts'>, values: readonly string[]): Part[] =>
  parts.map(({ part, text }) => ({
    part,
    text: text.replaceAll(/\{\{(\d+)\}\}/g, (whole, n: string) => values[Number(n) - 1] || whole),
  }))

const kinds: Readonly<Record<string, string>> = strings.variableKinds

/** What a value is called: by its kind, by its name where the template gives one, else by its place. */
export const labelOf = (value: TemplateValue | undefined, at: number): string => {
  if (!value) return strings.variable(at + 1)
  const named = kinds[value.kind] ?? (value.name.startsWith('{{') ? null : value.name)
  return named ? strings.variableNamed(at + 1, named) : strings.variable(at + 1)
}
