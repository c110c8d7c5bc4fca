import { NoFreeSlot } from './concurrency-limit.ts'
import type { NoAnswer } from './http.ts'

/** Nothing was sent with these: the host does not exist, the connection is refused, or the certificate is wrong. */
export const neverLeft =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|.*_CERT.*|.*_SIGNATURE.*)$/

/** Whether the request may have arrived, although no answer came. */
export const mayHaveLeft = (error: NoAnswer): boolean => {
  const code = (error.cause as { code?: unknown } | undefined)?.code
  const waited = error.cause instanceof NoFreeSlot
  return error.reason !== 'refused' && !waited && !(typeof code === 'string' && neverLeft.test(code))
}
