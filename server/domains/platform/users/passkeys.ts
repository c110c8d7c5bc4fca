import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
} from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { userErrors } from './errors.ts'

/** Loaded with the first passkey: 30 MB that neither a worker nor most servers ever need. */
const webauthn = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ES256 and RS256 of COSE: what every authenticator has one of. */
const algorithms = [-8, -7, -257]
export const mostPasskeys = 20

/** A passkey as its person sees it. */
export const Passkey = shape('Passkey', {
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})

const Base64Url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/, 'is not base64url')
const Attachment = choice('AuthenticatorAttachment', ['platform', 'cross-platform']).nullish()
const Extensions = z.record(z.string().max(100), z.unknown()).optional().describe('Not used')

/** What `navigator.credentials.create()` gave, as JSON (WebAuthn 3, RegistrationResponseJSON). */
export const RegistrationResponse = z.object({
  id: Base64Url(1_400),
  rawId: Base64Url(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url(8_192),
    attestationObject: Base64Url(16_384),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Extensions,
})

/** What `navigator.credentials.get()` gave, as JSON (WebAuthn 3, AuthenticationResponseJSON). */
export const AuthenticationResponse = z.object({
  id: Base64Url(1_400),
  rawId: Base64Url(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url(8_192),
    authenticatorData: Base64Url(8_192),
    signature: Base64Url(2_048),
    userHandle: Base64Url(128).nullish(),
  }),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Extensions,
})

/** Options of WebAuthn as JSON: the browser's own functions read them (`parseCreationOptionsFromJSON` and its like). */
export const PasskeyOptions = z.record(z.string(), z.unknown()).describe('Options of WebAuthn, as JSON')

/**
 * For which site passkeys are made. A browser takes a domain name and no address; the one of this machine is told
 * apart, because there Foyer can be opened as localhost. Throws `passkeys_need_domain`.
 */
export const siteOf = (publicUrl: string): { rpId: string; origin: string } => {
  const url = new URL(publicUrl)
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
  if (isIP(url.hostname) || url.hostname.startsWith('[')) throw new Failure(userErrors.passkeys_need_domain)
  return { rpId: url.hostname, origin: url.origin }
}

type PasskeyRow = Selectable<Tables['directory.passkeys']>

export const showPasskey = (row: PasskeyRow): z.output<typeof Passkey> => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/** Oldest first. */
export const findPasskeys = (db: Db, personId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('directory.passkeys').selectAll().where('person_id', '=', personId).orderBy('id').execute()

/** What a browser needs to make a passkey: one that its person finds without typing an address, and unlocks. */
export const creationOptions = async (
  db: Db,
  publicUrl: string,
  person: { readonly id: string; readonly email: string; readonly name: string },
) =>
  (await webauthn()).generateRegistrationOptions({
    rpName: 'Foyer',
    rpID: siteOf(publicUrl).rpId,
    userName: person.email,
    userDisplayName: person.name,
    userID: idBytes(person.id),
    attestationType: 'none',
    excludeCredentials: (await findPasskeys(db, person.id)).map((row) => ({
      id: row.credential_id,
      transports: row.transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })

export const requestOptions = async (publicUrl: string) =>
  (await webauthn()).generateAuthenticationOptions({ rpID: siteOf(publicUrl).rpId, userVerification: 'required' })

/** Keeps the passkey that a browser made for a challenge. Throws `passkey_unusable`. */
export const addPasskeyOf = async (
  db: Db,
  given: {
    id: string
    personId: string
    name: string
    publicUrl: string
    challenge: string
    response: z.output<typeof RegistrationResponse>
    now: Date
  },
): Promise<PasskeyRow> => {
  const made = await readCreation(given)
  const row = await db
    .insertInto('directory.passkeys')
    .values({
      id: given.id,
      credential_id: made.credential.id,
      person_id: given.personId,
      name: given.name,
      public_key: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: given.response.response.transports ?? [],
      backed_up: made.credentialBackedUp,
      created_at: given.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Failure(userErrors.passkey_unusable)
  return row
}

const readCreation = async (given: {
  publicUrl: string
  challenge: string
  response: z.output<typeof RegistrationResponse>
}) => {
  const { rpId, origin } = siteOf(given.publicUrl)
  try {
    await refuseCertificates(given.response.response.attestationObject)
    const made = await (await webauthn()).verifyRegistrationResponse({
      response: { ...given.response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: given.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (made.verified && made.registrationInfo.credential.id === given.response.id) return made.registrationInfo
  } catch (cause) {
    throw new Failure(userErrors.passkey_unusable, { cause })
  }
  throw new Failure(userErrors.passkey_unusable)
}

/** We ask for no attestation. A certificate that comes all the same could name addresses to be looked up. */
const refuseCertificates = async (attestationObject: string): Promise<void> => {
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const isPlain = decoded.get('fmt') === 'none' || (decoded.get('fmt') === 'packed' && !decoded.get('attStmt').get('x5c'))
  if (!isPlain) throw new Error('attestation with a certificate')
}

/**
 * Whose passkey answered a challenge: signed by its key, for this site, with its person verified, and with a counter that
 * went on. Throws `passkey_refused`.
 */
export const acceptPasskey = async (
  db: Db,
  given: { publicUrl: string; challenge: string; response: z.output<typeof AuthenticationResponse>; now: Date },
): Promise<{ personId: string }> => {
  const row = await db
    .selectFrom('directory.passkeys')
    .selectAll()
    .where('credential_id', '=', given.response.id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure(userErrors.passkey_refused)
  const { userHandle } = given.response.response
  if (userHandle != null && userHandle !== Buffer.from(idBytes(row.person_id)).toString('base64url'))
    throw new Failure(userErrors.passkey_refused, { claimedPersonId: row.person_id })
  const answer = await readAnswer(row, given)
  await db
    .updateTable('directory.passkeys')
    .set({
      counter: answer.newCounter,
      backed_up: answer.credentialBackedUp,
      last_used_at: given.now,
    })
    .where('id', '=', row.id)
    .execute()
  return { personId: row.person_id }
}

const readAnswer = async (
  row: PasskeyRow,
  given: { publicUrl: string; challenge: string; response: z.output<typeof AuthenticationResponse> },
): Promise<VerifiedAuthenticationResponse['authenticationInfo']> => {
  const { rpId, origin } = siteOf(given.publicUrl)
  try {
    const answer = await (await webauthn()).verifyAuthenticationResponse({
      response: { ...given.response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: given.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
        transports: row.transports,
      },
    })
    if (answer.verified) return answer.authenticationInfo
  } catch (cause) {
    throw new Failure(userErrors.passkey_refused, { cause, claimedPersonId: row.person_id })
  }
  throw new Failure(userErrors.passkey_refused, { claimedPersonId: row.person_id })
}

/** Removes a passkey of a person; false when they have none of this id. */
export const removePasskeyOf = async (db: Db, personId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('directory.passkeys')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** The bytes of an id: what an authenticator is told its person is called. They say nothing about them. */
const idBytes = (id: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'))
