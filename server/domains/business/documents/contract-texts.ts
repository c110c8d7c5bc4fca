import type { FieldKind, TextBlock } from '#ports/documents.ts'
import { tidyLine } from '#shapes/letters.ts'
import { fieldLabels, type TemplateText } from '../templates/template-texts.ts'
import { certificateWords } from './certificate-strings.ts'
import { signingWords } from './strings.ts'

/** A signer, as a template calls them: `client`, `admin`, `client-2`. */
export interface NamedSigner {
  readonly key: string
  readonly id: string
  readonly name: string
}

/** A field with who fills it in. */
export interface WantedField {
  readonly id: string
  readonly kind: FieldKind
  readonly signerId: string
  readonly label: string | null
}

/** Signers that a template names and this document does not have. */
export const strangersIn = (text: TemplateText, signers: readonly NamedSigner[]): string[] => [
  ...new Set(text.fields.map(({ signer }) => signer).filter((key) => !signers.some((each) => each.key === key))),
]

/**
 * Above the line on which a signer signs whom the template gave none: their role, not their name, since another person may sign in their
 * place when the paper is out already. Of several in a role, with their number.
 */
const lineLabel = (key: string, signers: readonly NamedSigner[], locale: string): string => {
  const [role = '', number = '1'] = key.split('-')
  const { roles } = certificateWords(locale)
  const word = role === 'admin' ? roles.admin : roles.client
  return signers.some((each) => each.key === `${role}-2`) ? `${word} ${number}` : word
}

/**
 * The fields of a text, and its blocks with room for all: below the text stands a signature with name and date for each signer whom
 * the template gave none. `blocks` have their values already, and so have the labels.
 */
export const withSignatures = (
  text: TemplateText,
  blocks: readonly TextBlock[],
  signers: readonly NamedSigner[],
  locale: string,
): { readonly blocks: TextBlock[]; readonly fields: WantedField[] } => {
  const words = signingWords(locale)
  const idOf = new Map(signers.map(({ key, id }) => [key, id]))
  const labels = fieldLabels(blocks)
  const fields: WantedField[] = text.fields.flatMap(({ id, kind, signer }) => {
    const signerId = idOf.get(signer)
    return signerId === undefined ? [] : [{ id, kind, signerId, label: tidyLine(labels.get(id) ?? '').trim() || null }]
  })
  const without = signers.filter(({ id }) => !fields.some(({ kind, signerId }) => kind === 'signature' && signerId === id))
  const added = without.map(({ id, key }, at) => ({
    signerId: id,
    row: [
      { id: `s${at + 1}`, kind: 'signature' as const, label: lineLabel(key, signers, locale) },
      { id: `d${at + 1}`, kind: 'date' as const, label: words.date },
    ],
  }))
  return {
    blocks: [
      ...blocks,
      ...(added.length > 0 ? [{ kind: 'heading' as const, level: 2 as const, runs: [{ text: words.signatures }] }] : []),
      ...added.map(({ row }) => ({
        kind: 'fields' as const,
        fields: row.map(({ id, kind, label }) => ({ id, field: kind, label })),
      })),
    ],
    fields: [...fields, ...added.flatMap(({ signerId, row }) => row.map((each) => ({ ...each, signerId })))],
  }
}
