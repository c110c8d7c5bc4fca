import type { Placeholder } from '#web/wire.ts'
import type { TypedRules } from './rule-parts.tsx'

/** As the server reads them (server/domains/business/templates/template-texts.ts). */
const placeholder = /\{\{\s*([\p{L}\p{N}][\p{L}\p{N}_. -]{0,62}?)\s*\}\}/gu

/** The placeholders of a text, in capitals, in the order of their first appearance. */
export const placeholdersIn = (body: string): string[] => [
  ...new Set(
    [...body.matchAll(placeholder)].map(([, written = '']) =>
      written.trim().replaceAll(/\s+/g, ' ').normalize('NFC').toUpperCase(),
    ),
  ),
]

/** A placeholder as it is typed; empty is none. */
export interface TypedPlaceholder {
  readonly type: Placeholder['type']
  readonly label: string
  readonly default: string
}

export const newPlaceholder: TypedPlaceholder = { type: 'line', label: '', default: '' }

/** A template as it is typed. What is known of a placeholder stays while its name is away from the text. */
export interface TemplateDraft extends TypedRules {
  readonly name: string
  readonly body: string
  readonly placeholders: Readonly<Record<string, TypedPlaceholder>>
}

export const typedOf = (placeholders: readonly Placeholder[]): TemplateDraft['placeholders'] =>
  Object.fromEntries(
    placeholders.map(({ key, type, label, default: usual }) => [key, { type, label: label ?? '', default: usual ?? '' }]),
  )

/** What the server is sent: of the placeholders in the text. */
export const placeholdersOf = ({ body, placeholders }: TemplateDraft) => placeholdersFor(placeholdersIn(body), placeholders)

/** The same of placeholders that are known otherwise. */
export const placeholdersFor = (keys: readonly string[], typed: TemplateDraft['placeholders']) =>
  keys.map((key) => {
    const { type, label, default: usual } = typed[key] ?? newPlaceholder
    return { key, type, label: label.trim() || null, default: usual.trim() === '' ? null : usual }
  })
