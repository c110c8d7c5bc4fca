import type { Coverage } from '#shapes/letters.ts'
import { unshownLetter } from '#web/business/invoices/letters.ts'
import { CallError } from '#web/gateway.ts'
import { sentenceAtField } from '#web/ui/error-note.tsx'
import type { Input, Placeholder, SignerCode, SignerRole } from '#web/wire.ts'
import { strings } from './strings.ts'

/** A signer as typed; `id` is the form's own. */
export interface TypedSigner {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: SignerRole
  readonly order: number
  readonly code: SignerCode
}

/** The form of a document, as typed. */
export interface SendDraft {
  readonly title: string
  readonly values: Readonly<Record<string, string>>
  readonly signers: readonly TypedSigner[]
  /** YYYY-MM-DD; empty: as long as the workspace usually gives. */
  readonly deadline: string
  readonly locale: string
}

/** By the name of a field on the wire: `title`, `replacements.CLIENT_NAME`, `signers.0.email`. */
export type Faults = Readonly<Record<string, string>>

/** What is missing, before anything is sent. */
export const faultsOf = (draft: SendDraft, placeholders: readonly Placeholder[]): Faults => ({
  ...(draft.title.trim() === '' && { title: strings.titleMissing }),
  ...Object.fromEntries(
    placeholders
      .filter(({ key, default: usual }) => (draft.values[key] ?? '').trim() === '' && !usual)
      .map(({ key }) => [`replacements.${key}`, strings.valueMissing]),
  ),
  ...Object.fromEntries(
    draft.signers.flatMap(({ name, email }, at) => [
      ...(name.trim() === '' ? [[`signers.${at}.name`, strings.nameMissing]] : []),
      ...(/^\S+@\S+$/.test(email.trim()) ? [] : [[`signers.${at}.email`, strings.emailMissing]]),
    ]),
  ),
  ...(draft.signers.length === 0 && { signers: strings.signersMissing }),
})

/** What the PDF could not show, as it is typed: letters that no font has. */
export const unshownIn = ({ title, values, signers }: SendDraft, coverage: Coverage | null): Faults => {
  const texts: readonly (readonly [string, string])[] = [
    ['title', title],
    ...Object.entries(values).map(([key, value]) => [`replacements.${key}`, value] as const),
    ...signers.map(({ name }, at) => [`signers.${at}.name`, name] as const),
  ]
  return Object.fromEntries(
    texts.flatMap(([field, text]) => {
      const unshown = unshownLetter(text, coverage)
      return unshown === undefined ? [] : [[field, unshown]]
    }),
  )
}

/** What the server rejected, at the fields that it names; empty where it names none of this form. */
export const rejectedBy = (error: unknown): Faults => {
  if (!(error instanceof CallError) || error.field === null) return {}
  const sentence = sentenceAtField(error)
  if (error.field === 'replacements') {
    const keys = [...error.message.matchAll(/\{\{(.+?)\}\}/g)].map(([, key]) => key ?? '')
    return Object.fromEntries(keys.map((key) => [`replacements.${key}`, sentence]))
  }
  return { [error.field]: sentence }
}

const isPlaced = /^(title|expiresAt|locale|signers|templateId|projectId|replacements\..+|signers\.\d+\.(name|email|code))$/

/** Whether every fault of the server stands at a field; else it is shown above the form. */
export const areFaultsPlaced = (faults: Faults): boolean => {
  const names = Object.keys(faults)
  return names.length > 0 && names.every((name) => isPlaced.test(name))
}

/** What a preview and the document itself have in common. */
export const partsOf = (draft: SendDraft) => ({
  title: draft.title.trim(),
  replacements: Object.fromEntries(Object.entries(draft.values).filter(([, value]) => value.trim() !== '')),
  locale: draft.locale,
})

export const signersOf = (draft: SendDraft): NonNullable<Input<'generate-contract'>['signers']> =>
  draft.signers.map(({ name, email, role, order, code }) => ({ name: name.trim(), email: email.trim(), role, order, code }))

/** The end of a day of the reader's own zone. */
export const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString()
