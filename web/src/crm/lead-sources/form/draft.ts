import type { KnownField } from '#shapes/form-words.ts'
import type { FormLook } from '#shapes/shown-forms.ts'
import { originsOf } from '#web/ui/origins.ts'
import type { Input, LeadSource, OwnField } from '#web/wire.ts'

export type FormSettings = Extract<LeadSource['settings'], { kind: 'form' }>
export type FieldKind = FormSettings['fields'][number]['kind']
export const questionKinds = ['text', 'long_text', 'choice', 'choices', 'checkbox'] as const
export type QuestionKind = (typeof questionKinds)[number]

/** A field as it is typed: its choices a line each. `id` is the form's own; a question has a `name` once it was saved. */
export interface TypedField {
  readonly id: string
  readonly kind: FieldKind
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly options: string
  /** The key of a field of leads that the answer is set in; null: it is kept with the lead alone. */
  readonly field: string | null
}

/** What is typed into the settings of a form. */
export interface FormDraft extends Record<string, unknown> {
  readonly heading: string
  readonly button: string
  readonly accent: string
  readonly locale: FormSettings['locale']
  readonly fields: readonly TypedField[]
  /** Empty: the form asks for none. */
  readonly consent: string
  readonly consentRequired: boolean
  readonly thanksText: string
  readonly thanksUrl: string
  readonly origins: string
}

export const draftOf = ({ fields, consent, thanks, origins, ...same }: FormSettings): FormDraft => ({
  heading: same.heading,
  button: same.button,
  accent: same.accent,
  locale: same.locale,
  fields: fields.map(({ options, ...field }) => ({ ...field, id: field.name, options: options.join('\n') })),
  consent: consent?.text ?? '',
  consentRequired: consent?.required ?? false,
  thanksText: thanks.text,
  thanksUrl: thanks.url ?? '',
  origins: origins.join('\n'),
})

export const settingsOf = (draft: FormDraft): NonNullable<Input<'update-lead-source'>['settings']> => ({
  kind: 'form',
  locale: draft.locale,
  heading: draft.heading.trim(),
  button: draft.button.trim(),
  accent: draft.accent,
  fields: fieldsOf(draft.fields),
  consent: draft.consent.trim() === '' ? null : { text: draft.consent.trim(), required: draft.consentRequired },
  thanks: { text: draft.thanksText.trim(), url: draft.thanksUrl.trim() || null },
  origins: originsOf(draft.origins),
})

/** The form of a draft, as the preview draws it. */
export const lookOf = (draft: FormDraft, version: number): FormLook => ({
  heading: draft.heading,
  button: draft.button,
  accent: draft.accent,
  fields: fieldsOf(draft.fields),
  consent: draft.consent.trim() === '' ? null : { text: draft.consent, required: draft.consentRequired },
  version,
  thanks: { text: draft.thanksText },
})

export const isQuestion = (kind: FieldKind): kind is QuestionKind => (questionKinds as readonly string[]).includes(kind)
/** Whether it is answered by some of a list. */
export const hasOptions = (kind: FieldKind): boolean => kind === 'choice' || kind === 'choices'
export const isKnown = (kind: FieldKind): kind is KnownField => !isQuestion(kind)

/** With a name for each question: the one it has, under which its answers were sent before, else one made of its words. */
const fieldsOf = (typed: readonly TypedField[]) => {
  const taken = new Set(['name', 'email', 'phone', 'company', 'title', 'note', 'consent', ...typed.map(({ name }) => name)])
  return typed.map(({ kind, name: before, label, required, options, field }) => {
    let name = before
    for (let n = 1; name === ''; n++) {
      const made = `${wordsIn(label)}${n === 1 ? '' : `_${n}`}`
      if (!taken.has(made)) name = made
    }
    taken.add(name)
    const choices = options.split('\n').flatMap((line) => line.trim() || [])
    return { kind, name, label: label.trim(), required, options: hasOptions(kind) ? [...new Set(choices)] : [], field }
  })
}

const wordsIn = (label: string): string => {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, 30)
    .replace(/_+$/, '')
  return words || 'question'
}

/** How a form asks for a field of leads; null for one that it cannot ask for. */
export const questionOf = ({ type, name, key, choices }: OwnField): Omit<TypedField, 'id'> | null => {
  const kind = questionKindOf.get(type)
  const options = choices.flatMap((choice) => (choice.is_archived ? [] : choice.name))
  // A list of one is no question.
  if (kind === undefined || (hasOptions(kind) && options.length < 2)) return null
  return { kind, name: '', label: name, required: false, options: options.join('\n'), field: key }
}

/** Members are not for visitors to choose. */
const questionKindOf = new Map<OwnField['type'], QuestionKind>([
  ['text', 'long_text'],
  ['number', 'text'],
  ['money', 'text'],
  ['date', 'text'],
  ['link', 'text'],
  ['choice', 'choice'],
  ['choices', 'choices'],
  ['tick', 'checkbox'],
])
