import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { isObject } from '#domains/crm/leads/json-body.ts'
import { externalIdOf, leadOfAnswers, membersBeside } from '../adverts.ts'
import { leadSourceErrors } from '../errors.ts'
import type { LeadSourceKind, SourceBody } from '../source-kind.ts'

const MetaId = z.string().regex(/^\d{1,40}$/, 'must be an ID of Meta, in digits')

export const MetaSettings = z.object({
  kind: z.literal('meta'),
  connectionId: z.uuid().describe('A connection to Meta'),
  pageId: MetaId.describe('A page that `list-meta-pages` lists'),
  pageName: z.string().trim().min(1).max(255).describe('As people call it'),
  formIds: z.array(MetaId).min(1).max(200).nullable().describe('Of the page; null: all of them, later ones too'),
  earlierDays: z
    .int()
    .min(0)
    .max(90)
    .default(0)
    .describe('When it is made: leads of so many days before come in, too. Meta keeps them for 90. Later: `poll-meta-source`'),
})
export type MetaSettings = z.output<typeof MetaSettings>

/**
 * Leads of ads at Meta. The source has no address of its own: Meta announces a lead of any page at one address, and a job of
 * `crm/meta-leads` fetches it. What is kept, and read again at a replay, is the lead as Meta's Graph API has it.
 */
export const metaPage = {
  kind: 'meta',
  path: null,
  settings: MetaSettings,
  bodyLimitBytes: 262_144,
  limitOfAddress: null,
  showsSecret: false,

  open: () => {
    throw new Failure('not_found')
  },
  prove: () => {
    throw new Failure('not_found')
  },

  read: ({ value }: SourceBody, source) => {
    const sent = isObject(value) ? value : {}
    // Only the announcement is kept of a lead that was never fetched.
    if (!Array.isArray(sent.field_data)) throw new Failure(leadSourceErrors.meta_lead_not_fetched)
    const { answers, several } = answersOf(sent.field_data)
    const { lead, rest } = leadOfAnswers(answers, questions)
    const { externalId, isLong } = externalIdOf(typeof sent.id === 'string' ? sent.id : '')
    return {
      lead: { ...lead, source: source.name, external_id: externalId },
      metadata: {
        ...membersBeside(sent, (member) => member === 'id' || member === 'field_data'),
        ...(isLong ? { lead_id: sent.id } : {}),
        answers: { ...rest, ...Object.fromEntries(Object.entries(several).filter(([name]) => name in rest)) },
      },
    }
  },

  answer: () => null,
} as const satisfies LeadSourceKind<MetaSettings>

/** https://developers.facebook.com/docs/marketing-api/guides/lead-ads/create: keys of the questions that Meta prefills. */
const questions = {
  ...{ email: ['email', 'work_email'], phone: ['phone_number', 'work_phone_number'], name: ['full_name'] },
  ...{ firstName: 'first_name', lastName: 'last_name', company: 'company_name', title: 'job_title' },
}

/** Each question has a list of answers: one for a text, several where several were ticked, none where it was left out. */
const answersOf = (fields: readonly unknown[]) => {
  const answers = new Map<string, string>()
  const several: Record<string, readonly string[]> = {}
  for (const field of fields) {
    if (!isObject(field) || typeof field.name !== 'string' || !Array.isArray(field.values)) continue
    const values = field.values.filter((each) => ['string', 'number', 'boolean'].includes(typeof each)).map(String)
    if (values.length === 0) continue
    answers.set(field.name, values.join(', '))
    if (values.length > 1) several[field.name] = values
  }
  return { answers, several }
}

/** The texts that Meta's testing tool fills a form with. */
export const isDummyLead = (raw: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(raw.field_data) &&
  [...answersOf(raw.field_data).answers.values()].some((answer) => answer.startsWith('<test lead: dummy data'))
