import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { isObject, readJson } from '#domains/crm/leads/json-body.ts'
import { digitsKept } from '#shapes/json-digits.ts'
import { externalIdOf, leadOfAnswers, membersBeside } from '../adverts.ts'
import { isSameSecret } from '../equal-secrets.ts'
import { leadSourceErrors } from '../errors.ts'
import type { LeadSourceKind, SetAside, SourceBody } from '../source-kind.ts'

/** Settings of a lead form of Google Ads: there are none, the form is made at Google. */
export const GoogleAdsSettings = z.object({ kind: z.literal('google_ads') })

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

  // As Google asks for it: an empty object.
  answer: (result) =>
    result.outcome === 'refused' ? null : { status: 200, type: 'application/json; charset=utf-8', body: '{}' },
} as const satisfies LeadSourceKind<z.output<typeof GoogleAdsSettings>>

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
