import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OAuthService } from '#ports/provider.ts'
import { ProviderError } from '#ports/provider-error.ts'

/** What a redirect is signed in. */
const signatureField = 'hmac'

/**
 * The redirect of a service with a server for each account names the account that the person began with, and is signed: HMAC-SHA256 with
 * the client's secret, in hex, over its other parameters in the order of their names
 * (https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant). Throws `forged`.
 */
export const checkSignedReturn = (
  { instance, title }: OAuthService,
  query: Readonly<Record<string, string>>,
  { server, secret }: { readonly server: string | null; readonly secret: string },
): void => {
  if (!instance) return
  const { [signatureField]: signature = '', ...signed } = query
  const text = new URLSearchParams(Object.entries(signed).sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  const wanted = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(/^[\da-f]{64}$/i.test(signature) ? signature : '', 'hex')
  const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted)
  const isMeant = server !== null && query[instance.parameter] === new URL(server).host
  if (!isSigned || !isMeant)
    throw new ProviderError('forged', `The response is not from the account at ${title} that was named.`)
}

/** The server of the account of a name; null for what cannot be a name. */
export const serverOfInstance = ({ instance }: OAuthService, name: string): string | null =>
  instance?.form.test(name) ? `https://${instance.host.replace('*', name)}` : null

/** What takes the place of that server: where one base stands for all hosts, the name is a folder of it. */
export const baseOfInstance = (service: OAuthService, base: string | undefined, server: string | null): string | undefined =>
  base === undefined || !service.instance || server === null ? base : `${base}/at/${new URL(server).host.split('.')[0]}`
