import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { VoiceSent } from '#ports/voice.ts'

/**
 * Whether Twilio signed a request to `publicUrl` with the account's token (https://www.twilio.com/docs/usage/webhooks/webhooks-security):
 * base64 of HMAC-SHA1 over the whole address and each parameter's name and value, sorted by name. The address is the one that is
 * configured, never one of a header that the client can write; with and without its port.
 */
export const isSignedByTwilio = (sent: VoiceSent, authToken: string, publicUrl: string): boolean => {
  const signature = sent.headers['x-twilio-signature'] ?? ''
  if (authToken === '' || signature === '') return false
  const digest = /[?&]bodySHA256=([^&]*)/.exec(sent.url)?.[1]
  const isForm = (sent.headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded')
  // Of a body that is no form the address says the digest, and stands for it.
  const hasBody = isForm || digest === undefined || isEqual(digest, createHash('sha256').update(sent.body).digest('hex'))
  const parameters = isForm ? parametersOf(sent.body) : ''
  return (
    addressesOf(publicUrl + sent.url)
      .map((address) =>
        createHmac('sha1', authToken)
          .update(address + parameters)
          .digest('base64'),
      )
      .reduce((found, right) => isEqual(signature, right) || found, false) && hasBody
  )
}

/** The signature of a form that is sent to an address, as Twilio makes it. */
const parametersOf = (body: Buffer): string => {
  const values = new Map<string, Set<string>>()
  for (const [name, value] of new URLSearchParams(body.toString('utf8')))
    values.set(name, (values.get(name) ?? new Set()).add(value))
  // A name that comes twice: its distinct values, sorted, each after the name.
  return [...values.keys()]
    .toSorted(byUnits)
    .flatMap((name) => [...(values.get(name) ?? [])].toSorted(byUnits).map((value) => name + value))
    .join('')
}

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** As it is configured, without its port, and with the usual port of its scheme. */
const addressesOf = (url: string): string[] => {
  const parts = /^(https?):\/\/(\[[^\]]*\]|[^/?#:]*)(:\d+)?(.*)$/s.exec(url)
  if (!parts) return []
  const [, scheme = '', host = '', port, rest = ''] = parts
  const usual = scheme === 'https' ? ':443' : ':80'
  return [...new Set([port ?? '', '', ...(port === undefined ? [usual] : [])])].map(
    (each) => `${scheme}://${host}${each}${rest}`,
  )
}

const isEqual = (given: string, right: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
