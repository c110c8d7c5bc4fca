import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import { ProviderError, type ProviderErrorKind } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { oneLine } from '../answers.ts'

/** An error, alone or of one record of a write: https://www.zoho.com/crm/developer/docs/api/v8/status-codes.html */
export const ShownError = z.object({
  code: z.string(),
  status: z.literal('error'),
  message: z.string().nullish(),
  details: z.record(z.string(), z.unknown()).nullish(),
})
export type ShownError = z.infer<typeof ShownError>

export const brokenAnswer = (): ProviderError => new ProviderError('broken', 'Zoho CRM returned an invalid response.')

const deadTokens = new Set(['INVALID_TOKEN', 'AUTHENTICATION_FAILURE'])
const rights = new Set(['OAUTH_SCOPE_MISMATCH', 'NO_PERMISSION', 'AUTHORIZATION_FAILED', 'CRM_NOT_ACTIVATED'])

/** What an answer that is no success means. A success with an error in it is broken, as is what is no JSON. */
export const refusalOf = ({ status, headers }: Answer, body: unknown, auth: 'oauth' | 'key', now: Date): ProviderError => {
  const read = ShownError.safeParse(body)
  const code = read.data?.code ?? null
  const words = read.success ? said(read.data) : `Zoho CRM responded with status ${status}.`
  const more = { code, retryAfterMs: retryAfterMs(headers['retry-after'], now) }
  const dead = auth === 'oauth' ? 'dead' : 'credentials'
  if (code !== null && rights.has(code)) return new ProviderError('credentials', words, { ...more, lacks: lacked(read.data) })
  if (status === 401) return new ProviderError(code === null || deadTokens.has(code) ? dead : 'credentials', words, more)
  if (status < 400 && !read.success) return brokenAnswer()
  if (status < 400 || status >= 500 || !read.success) return new ProviderError('broken', words, more)
  return new ProviderError(kindOf(read.data), words, { ...more, code: isUnknownId(read.data) ? 'not_found' : code })
}

/** Why one record was not written, under whatever status. */
export const entryRefusal = (entry: ShownError): ProviderError => {
  if (rights.has(entry.code)) return new ProviderError('refused', said(entry), { code: entry.code })
  return new ProviderError(kindOf(entry), said(entry), { code: isUnknownId(entry) ? 'not_found' : entry.code })
}

/** Someone edits or approves the record: that passes. One that waits for an approval does so for days. */
const kindOf = ({ code }: ShownError): ProviderErrorKind => {
  if (code === 'ALREADY_MODIFIED') return 'changed'
  return code === 'RECORD_LOCKED' ? 'busy' : 'refused'
}

/** An id in the path (at 1), or the id of a record among several. */
const isUnknownId = ({ code, details }: ShownError): boolean =>
  code === 'INVALID_DATA' && (details?.resource_path_index === 1 || details?.api_name === 'id')

const lacked = (error: ShownError | undefined): string | null => {
  const permissions = error?.details?.permissions
  return Array.isArray(permissions) ? permissions.join(', ').slice(0, 200) : (error?.code ?? null)
}

/** The vendor's words with the field that they are about, never a value. */
const said = ({ code, message, details }: ShownError): string => {
  const field = details?.api_name ?? details?.column_name ?? details?.param_name
  const about = typeof field === 'string' ? `, ${field}` : ''
  return oneLine(`Zoho CRM says: ${message ?? 'no reason'} (${code}${about})`)
}
