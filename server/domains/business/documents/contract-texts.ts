import type { FieldKind, TextBlock } from '#ports/documents.ts'
import type { TemplateText } from '../templates/template-texts.ts'
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
 * The fields of a text, and its blocks with room for all: below the text stands a signature with name and date for each signer whom
 * the template gave none.
 */
export const withSignatures = (
  text: TemplateText,
  blocks: readonly TextBlock[],
  signers: readonly NamedSigner[],
  locale: string,
): { readonly blocks: TextBlock[]; readonly fields: WantedField[] } => {
  const words = signingWords(locale)
  const idOf = new Map(signers.map(({ key, id }) => [key, id]))
  const fields: WantedField[] = text.fields.flatMap(({ id, kind, signer, label }) => {
    const signerId = idOf.get(signer)
    return signerId === undefined ? [] : [{ id, kind, signerId, label }]
  })
  const without = signers.filter(({ id }) => !fields.some(({ kind, signerId }) => kind === 'signature' && signerId === id))
  const added = without.map(({ id, name }, at) => ({
    signerId: id,
    row: [
      { id: `s${at + 1}`, kind: 'signature' as const, label: name },
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
