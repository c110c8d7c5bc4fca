import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { isObject, readJson } from '#domains/crm/leads/json-body.ts'
import { digitsKept } from '#shapes/json-digits.ts'
import { externalIdOf, leadOfAnswers, membersBeside } from '../adverts.ts'
import { isSameSecret } from '../equal-secrets.ts'
import { leadSourceErrors } from '../errors.ts'
import type { LeadSourceKind, SetAside, SourceAnswer, SourceBody } from '../source-kind.ts'

/** Settings of a lead form of Google Ads: there are none, the form is made at Google. */
export const GoogleAdsSettings = z.object({ kind: z.literal('google_ads') })

const lost =
  'Google does not send this lead again: download it from Google Ads within 30 days and import the file. “Send test data” at the lead form shows whether the next one arrives.'
const unreadable = ['body_empty', 'body_not_utf8', 'body_not_json', 'body_not_object', 'body_too_deep', 'body_forbidden_key']

/** Google sends a lead once, and an advertiser neither reads an API reference nor changes what Google sends. */
const fixes: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...unreadable, 'bad_request', 'body_too_large', 'body_incomplete'].map((code) => [code, lost])),
  lead_source_unproven:
    'Copy the key of this source into the lead form in Google Ads. Google does not send this lead again: if it is genuine, accept it here.',
  contact_missing:
    'Add the question for the email address or the phone number to the lead form in Google Ads. If you know one, add it to the body here.',
}

/**
 * Lead forms of Google Ads: Google posts each lead with the key that the advertiser typed into the form; nothing is signed.
 * Source: Google Ads, "Webhook integration for lead forms"; facts in the contract google-ads-lead-form.
 */
export const googleAdsForm = {
  kind: 'google_ads',
  path: 'google-lead-form',
  settings: GoogleAdsSettings,
  bodyLimitBytes: 65_536,
  limitOfAddress: null,
  newSecret: () => randomBytes(24).toString('base64url'),
  showsSecret: true,

  open: ({ body }) => {
    const json = readJson(body)
    if (!json.ok) throw new Failure(json.code, { message: json.message })
    const text = withoutKey(json.text, json.value)
    return { text, value: digitsKept(text) }
  },

  prove: (request, body, source) => {
    const given = keyOf(JSON.parse(request.body.toString('utf8').replace(/^\ufeff/, '')))
    if (!isSameSecret(given, source.secret)) throw new Failure(leadSourceErrors.lead_source_unproven)
    if (!isObject(body.value) || leadIdOf(body.value) === null || !Array.isArray(body.value.user_column_data))
      throw new Failure('bad_request', { message: 'lead_id and user_column_data are required' })
    return testIn(body)
  },
  asideOf: (body) => testIn(body),

  read: ({ value }: SourceBody, source) => {
    const sent = isObject(value) ? value : {}
    const leadId = leadIdOf(sent) ?? ''
    const { externalId, isLong } = externalIdOf(leadId)
    const { lead, rest } = leadOfAnswers(columnsOf(sent.user_column_data), questions)
    return {
      lead: { ...lead, source: source.name, external_id: externalId },
      metadata: {
        ...membersBeside(sent, (member) => leftOut.includes(member) || isKeyName(member)),
        ...(isLong ? { lead_id: leadId } : {}),
        answers: rest,
      },
    }
  },

  fixes,

  // As Google asks for it: an empty object; and of what is refused, a `message` for the advertiser who sends test data.
  answer: (result) => (result.outcome === 'refused' ? refusal(result.failure) : { status: 200, type: json, body: '{}' }),
} as const satisfies LeadSourceKind<z.output<typeof GoogleAdsSettings>>

const json = 'application/json; charset=utf-8'

const refusal = ({ status, message, code }: Failure): SourceAnswer => ({
  ...{ status, type: json, body: JSON.stringify({ message, error: message, code }) },
  headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
})

const testIn = ({ value }: SourceBody): SetAside | null =>
  isObject(value) && value.is_test === true
    ? { outcome: 'test', code: 'test_lead', message: 'A test lead of Google Ads: the connection works.' }
    : null

const leftOut: readonly string[] = ['lead_id', 'user_column_data', 'is_test', 'api_version']

/** https://developers.google.com/google-ads/api/reference/rpc/latest/LeadFormFieldUserInputTypeEnum.LeadFormFieldUserInputType */
const questions = {
  ...{ email: ['EMAIL', 'WORK_EMAIL'], phone: ['PHONE_NUMBER', 'WORK_PHONE'], name: ['FULL_NAME'] },
  ...{ firstName: 'FIRST_NAME', lastName: 'LAST_NAME', company: 'COMPANY_NAME', title: 'JOB_TITLE' },
}

/** Google writes a text. Numbers that a double would change are texts of their digits by now. */
const leadIdOf = ({ lead_id: id }: Readonly<Record<string, unknown>>): string | null =>
  typeof id === 'string' ? id : typeof id === 'number' ? String(id) : null

/** A page of Google's spells it `Google_key`: the name counts without its case. */
const isKeyName = (member: string): boolean => member.toLowerCase() === 'google_key'

const keyOf = (value: unknown): string | null => {
  if (!isObject(value)) return null
  const found = Object.entries(value).find(([member, each]) => isKeyName(member) && typeof each === 'string')
  return found ? String(found[1]) : null
}

/** The body to the letter but for the key, which is kept nowhere. */
const withoutKey = (text: string, value: Record<string, unknown>): string => {
  let kept = text
  for (const [member, each] of Object.entries(value))
    if (isKeyName(member) && typeof each === 'string') {
      const written = new RegExp(`("${member}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'g')
      kept = kept.replace(written, '$1"…"')
    }
  // A name with escapes in it would pass the pattern.
  const left = keyOf(JSON.parse(kept))
  if (left !== null && left !== '…') throw new Failure('bad_request', { message: 'google_key must be written without escapes' })
  return kept
}

/** Answers by column; older posts have only the name of one. */
const columnsOf = (columns: unknown): Map<string, string> => {
  const answers = new Map<string, string>()
  for (const column of Array.isArray(columns) ? columns : []) {
    if (!isObject(column)) continue
    const id = [column.column_id, column.column_name].find((each) => typeof each === 'string' && each !== '')
    if (typeof id === 'string' && typeof column.string_value === 'string') answers.set(id, column.string_value)
  }
  return answers
}
