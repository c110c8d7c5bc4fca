import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { isAllowedByOperator, mayBeReached, readUrl } from '#core/outbound/http.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'
import type { AllowedTarget } from '#shapes/networks.ts'
import { workflowErrors } from './errors.ts'

export type CredentialRow = Selectable<Tables['workflow_credentials']>

/** Of a workspace. */
export const mostCredentials = 100

/** What a sealed secret is bound to. */
export const sealOfCredential = (id: string): string => `workflow credential ${id}`

export const HttpCredential = shape('HttpCredential', {
  id: z.uuid().describe('The `connection` of an HTTP step'),
  name: z.string(),
  origin: z.string().describe('The only place that it is sent to: `https://api.example.com`'),
  header: z.string(),
  updated_at: z.iso.datetime(),
})

export const showCredential = (row: CredentialRow): z.input<typeof HttpCredential> => ({
  ...{ id: row.id, name: row.name, origin: row.origin, header: row.header, updated_at: row.updated_at.toISOString() },
})

/** Headers that say how a message is sent, and those that Foyer sets: no step sets them. */
const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|idempotency-key|traceparent)$/i

/** A credential in one of these would be in each export, and in each run. */
const secretHeader = /^(authorization|cookie|api-key|[a-z-]*-api-key|[a-z-]*-auth-token|[a-z-]*-access-token)$/i
export const isSecretHeader = (name: string): boolean => secretHeader.test(name)

export const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)
export const isOwnHeader = (name: string): boolean => ownHeaders.test(name)
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** The origin of an address, where requests may go there: https, unless the operator allows what is inside. */
export const readOrigin = (text: string, allowed: readonly AllowedTarget[]): string => {
  const url = readUrl(text)
  if (!url || !/^\/?$/.test(`${url.pathname}${url.search}${url.hash}`))
    throw new Failure(workflowErrors.credential_origin_invalid, { field: 'origin' })
  if (!mayBeReached(url, allowed) || (url.protocol !== 'https:' && !isAllowedByOperator(url, allowed)))
    throw new Failure(workflowErrors.credential_origin_not_allowed, { field: 'origin' })
  return url.origin
}

export const findCredentials = (db: Db, orgId: string): Promise<CredentialRow[]> =>
  db.selectFrom('workflow_credentials').selectAll().where('org_id', '=', orgId).orderBy('name').orderBy('id').execute()

export const findCredential = (db: Db, orgId: string, id: string): Promise<CredentialRow | undefined> =>
  db.selectFrom('workflow_credentials').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const openSecretOf = (vault: Vault, { id, secret_sealed }: CredentialRow): string =>
  vault.open(secret_sealed, sealOfCredential(id))
