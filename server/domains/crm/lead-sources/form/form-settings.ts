import { z } from 'zod'
import { choice, shape } from '#shapes'
import { knownFields } from '#shapes/form-words.ts'
import { languages } from '#shapes/languages.ts'
import { mostOrigins, readOrigin } from '#shapes/origins.ts'
import { type FormLook, formFieldKinds, mostOptions, takenNames } from '#shapes/shown-forms.ts'

const mostFields = 25

const FormFieldKind = choice('LeadFormFieldKind', formFieldKinds)
const FormLanguage = choice('LeadFormLanguage', Object.keys(languages) as [keyof typeof languages])

const FormField = z.object({
  kind: FormFieldKind.describe('What a contact or lead has a place for, or a question of your own'),
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be small letters, digits and _, 40 at most')
    .describe('Under which its value is sent. Of a field such as `email`: the same as its kind'),
  label: z.string().trim().max(200).default('').describe('Empty: as the language calls it'),
  required: z.boolean().default(false),
  options: z
    .array(z.string().trim().min(1).max(200))
    .max(mostOptions)
    .default([])
    .describe('Of a `choice`, and of `choices`, of which a visitor ticks any number'),
  field: z
    .string()
    .max(50)
    .nullable()
    .default(null)
    .describe('Of a question: the key of a field of leads that the answer is set in (`save-field` with `inForms`)'),
})

const Consent = z.object({
  text: z.string().trim().min(1, 'is empty').max(2_000).describe('Beside the box. Each version of it is kept'),
  required: z.boolean().default(false).describe('The form can’t be sent without a tick'),
})

const Thanks = z.object({
  text: z.string().trim().max(500).default('').describe('Empty: the default text of the language'),
  url: z
    .string()
    .trim()
    .max(2_048)
    .nullable()
    .default(null)
    .describe('Where visitors are led after sending, on a website of the list. Null: the text is shown'),
})

/** A form of a website, as it is given and as it is kept. */
export const FormSettings = z
  .object({
    kind: z.literal('form'),
    locale: FormLanguage.default('en'),
    heading: z.string().trim().max(120).default(''),
    button: z.string().trim().max(60).default('').describe('Empty: the default text of the language'),
    accent: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, 'must be a color such as #2563eb')
      .default('#1f5f8b')
      .describe('#rrggbb of the button'),
    fields: z.array(FormField).min(1).max(mostFields),
    consent: Consent.nullable().default(null).describe('A tick is kept as a claim about permission, never as an opt-in'),
    version: z.int().min(0).default(0).describe('Of the consent text, counted by Foyer; ignored when sent'),
    thanks: Thanks.default({ text: '', url: null }),
    origins: z
      .array(z.string().trim().min(1).max(2_048))
      .max(mostOrigins)
      .default([])
      .describe('Websites whose pages may send it, such as https://www.example.com; a page URL is reduced to its origin'),
  })
  .superRefine((form, context) => {
    const refuse = (path: (string | number)[], message: string): void => context.addIssue({ code: 'custom', path, message })
    const names = new Set<string>()
    for (const [at, { kind, name, label, options, field }] of form.fields.entries()) {
      const isOwn = !(knownFields as readonly string[]).includes(kind)
      const hasOptions = kind === 'choice' || kind === 'choices'
      if (!isOwn && name !== kind) refuse(['fields', at, 'name'], `must be ${kind}, as its kind`)
      if (isOwn && takenNames.includes(name)) refuse(['fields', at, 'name'], 'is taken: choose another one')
      if (isOwn && label === '') refuse(['fields', at, 'label'], 'is required for a question')
      if (names.has(name)) refuse(['fields', at, 'name'], 'is the name of two fields')
      if (hasOptions && options.length < 2) refuse(['fields', at, 'options'], 'must have two or more')
      if (!isOwn && field !== null) refuse(['fields', at, 'field'], 'is of a question only')
      names.add(name)
    }
    if (!names.has('email') && !names.has('phone'))
      refuse(['fields'], 'must have email or phone: without one of them nothing can be answered')
    for (const [at, origin] of form.origins.entries())
      if (readOrigin(origin) === null)
        refuse(['origins', at], 'must be a website such as https://www.example.com; http is for this machine only')
    const { url } = form.thanks
    if (url !== null && !isAmong(url, form.origins))
      refuse(['thanks', 'url'], 'must be the address of a page on one of the listed websites')
  })
export type FormSettings = z.output<typeof FormSettings>

/** The same as it is answered. */
export const ShownFormSettings = z.object({
  kind: z.literal('form'),
  locale: FormLanguage,
  heading: z.string(),
  button: z.string(),
  accent: z.string(),
  fields: z.array(
    shape('LeadFormField', {
      kind: FormFieldKind,
      name: z.string(),
      label: z.string().describe('Empty: as the language calls it'),
      required: z.boolean(),
      options: z.array(z.string()),
      field: z.string().nullable().describe('The key of a field of leads that the answer is set in'),
    }),
  ),
  consent: z.object({ text: z.string(), required: z.boolean() }).nullable(),
  version: z.int().describe('Of the consent text'),
  thanks: z.object({ text: z.string(), url: z.string().nullable() }),
  origins: z.array(z.string()),
})

const isAmong = (url: string, origins: readonly string[]): boolean => {
  const origin = readOrigin(url)
  return origin !== null && !/[\s\\\p{Cc}]/u.test(url) && origins.some((each) => readOrigin(each) === origin)
}

/** Where visitors are led after sending, as long as it is on a website of the list; null: the text is shown. */
export const thanksAddress = ({ thanks, origins }: FormSettings): string | null =>
  thanks.url !== null && isAmong(thanks.url, origins) ? new URL(thanks.url).href : null

/** As they are kept: websites by their origin, and a consent text that is another than before with the next version. */
export const settleForm = (given: FormSettings, before: FormSettings | null): FormSettings => {
  const last = before?.version ?? 0
  const isNew = given.consent !== null && given.consent.text !== before?.consent?.text
  return {
    ...given,
    origins: [...new Set(given.origins.flatMap((origin) => readOrigin(origin) ?? []))],
    version: isNew ? last + 1 : last,
  }
}

export const lookOf = (settings: FormSettings): FormLook => settings
