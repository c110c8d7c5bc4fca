import type { NoAnswer } from '#core/outbound/http.ts'
import { mayHaveLeft } from '#core/outbound/left-requests.ts'

/** Why no answer came, for who reads a run: what the system calls it stands with the step. */
export const wordsOfNoAnswer = (error: NoAnswer): string => {
  if (error.reason !== 'failed') return error.message
  const { code } = (error.cause ?? {}) as { code?: unknown }
  const known = words.find(([codes]) => typeof code === 'string' && codes.test(code))
  if (known) return known[1]
  return mayHaveLeft(error) ? 'The connection broke off before an answer came.' : 'The host could not be reached.'
}

const words: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'The host refused the connection.'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The name of the host could not be found.'],
  [/^ERR_TLS_|CERT|_SIGNATURE/, 'The certificate of the host is not valid.'],
]
