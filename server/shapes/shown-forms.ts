import { type FormWords, formWords, type KnownField, knownFields } from './form-words.ts'
import type { Language } from './languages.ts'

/** What a form can ask: what a contact or lead has a place for, and questions of its own. */
export const formFieldKinds = [...knownFields, 'text', 'long_text', 'choice', 'choices', 'checkbox'] as const
export type FormFieldKind = (typeof formFieldKinds)[number]

export interface FormField {
  readonly kind: FormFieldKind
  readonly name: string
  /** Empty: as the language calls it. */
  readonly label: string
  readonly required: boolean
  readonly options: readonly string[]
  /** The key of a field of leads that the answer is set in. */
  readonly field?: string | null
}

/** As much of a form's settings as its visitors see. */
export interface FormLook {
  readonly heading: string
  readonly button: string
  readonly accent: string
  readonly fields: readonly FormField[]
  readonly consent: { readonly text: string; readonly required: boolean } | null
  /** Of the text of the consent. */
  readonly version: number
  readonly thanks: { readonly text: string }
}

/** A field as a visitor sees it. */
export interface ShownField {
  /** The name under which its value is sent. */
  readonly name: string
  readonly type: 'text' | 'email' | 'tel' | 'long' | 'choice' | 'choices' | 'checkbox'
  readonly label: string
  readonly required: boolean
  readonly options: readonly string[]
  /** What browsers may fill in by themselves; null: nothing. */
  readonly autocomplete: string | null
  /** In characters. */
  readonly longest: number
}

/** A form as the script of a website draws it: all of it may be read by any visitor. */
export interface ShownForm {
  readonly locale: Language
  readonly heading: string
  readonly button: string
  /** #rrggbb of the button. */
  readonly accent: string
  readonly fields: readonly ShownField[]
  /** `version` is sent as the value of the box. */
  readonly consent: { readonly text: string; readonly version: number; readonly required: boolean } | null
  readonly thanks: string
  /** Name of the field that people do not see. */
  readonly trap: string
  readonly words: FormWords
}

/** What only robots fill in. Of no meaning to a browser that fills in by itself, nor to a manager of passwords. */
export const trapField = 'subject_2'

/** Names that are not free for questions. */
export const takenNames: readonly string[] = [...knownFields, trapField, 'consent']

/** Of an answer, in characters; of several choices all together. */
export const longestAnswers = { text: 500, long_text: 2_000, choice: 200, choices: 4_000, checkbox: 10 } as const

/** That a question can offer, and an answer can name. */
export const mostOptions = 50

const isKnown = (kind: FormFieldKind): kind is KnownField => (knownFields as readonly string[]).includes(kind)

export const labelOf = ({ kind, name, label }: Pick<FormField, 'kind' | 'name' | 'label'>, words: FormWords): string =>
  label || (isKnown(kind) ? words.labels[kind] : name)

const known: Readonly<Record<KnownField, Pick<ShownField, 'type' | 'autocomplete' | 'longest'>>> = {
  name: { type: 'text', autocomplete: 'name', longest: 255 },
  email: { type: 'email', autocomplete: 'email', longest: 254 },
  phone: { type: 'tel', autocomplete: 'tel', longest: 100 },
  company: { type: 'text', autocomplete: 'organization', longest: 255 },
  title: { type: 'text', autocomplete: 'organization-title', longest: 255 },
  note: { type: 'long', autocomplete: null, longest: 10_000 },
}

const typeOf = (kind: FormFieldKind): Pick<ShownField, 'type' | 'autocomplete' | 'longest'> =>
  isKnown(kind)
    ? known[kind]
    : { type: kind === 'long_text' ? 'long' : kind, autocomplete: null, longest: longestAnswers[kind] }

/** The form in one language. */
export const showForm = (look: FormLook, locale: Language): ShownForm => {
  const words = formWords[locale]
  return {
    locale,
    heading: look.heading,
    button: look.button || words.send,
    accent: look.accent,
    fields: look.fields.map((field) => ({
      name: field.name,
      ...typeOf(field.kind),
      label: labelOf(field, words),
      required: field.required,
      options: field.kind === 'choice' || field.kind === 'choices' ? field.options : [],
    })),
    consent: look.consent && { ...look.consent, version: look.version },
    thanks: look.thanks.text || words.thanks,
    trap: trapField,
    words,
  }
}
