import * as oauth from 'oauth4webapi'
import type { OAuthService } from '#ports/provider.ts'

export interface ClientSecrets {
  readonly id: string
  readonly secret: string
}

/**
 * RFC 6749, 2.3.1 has both encoded as in forms. Many services read them as they are, so what needs no encoding has none: the library
 * would encode the hyphens and underscores that most ids have.
 */
export const basicOf = ({ id, secret }: ClientSecrets): string => {
  const encoded = [id, secret].map((text) => (/^[\w.~-]*$/.test(text) ? text : formEncoded(text)))
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
}

const formEncoded = (text: string): string => new URLSearchParams({ text }).toString().slice('text='.length)

/** How the client proves itself at the token endpoint. */
export const proofOf = ({ tokenAuth }: OAuthService, client: ClientSecrets): oauth.ClientAuth =>
  tokenAuth === 'basic'
    ? (_server, _client, _body, headers) => headers.set('authorization', basicOf(client))
    : oauth.ClientSecretPost(client.secret)
