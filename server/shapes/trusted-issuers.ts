import { z } from 'zod'

/** Signatures that a public key verifies. Those with a shared secret (HS…) are not among them: a key set holds none. */
const algorithms = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
] as const

/** Another issuer whose tokens authenticate members. */
export const TrustedIssuer = z.strictObject({
  /** The `iss` of its tokens, to the letter. */
  issuer: z.string().min(1).max(2_048),
  /** Where its JSON Web Key Set is. An operator chose it, so it may be a private address. */
  jwks: z.url({ protocol: /^https?$/ }),
  /** The `aud` that its tokens for us bear. */
  audience: z.string().min(1).max(2_048),
  algorithms: z
    .array(z.enum(algorithms))
    .min(1)
    .default([...algorithms]),
  /** The meaning of `sub`: our user id, or an external one, and the claim `email` identifies the user. */
  subject: z.enum(['id', 'email']).default('id'),
})
export type TrustedIssuer = z.output<typeof TrustedIssuer>

/** The list of them as JSON, as a setting holds it. */
export const TrustedIssuers = z
  .string()
  .default('[]')
  .transform((text, context): TrustedIssuer[] => {
    let list: unknown
    try {
      list = JSON.parse(text)
    } catch {
      context.addIssue('must be a JSON list of {"issuer", "jwks", "audience"}')
      return z.NEVER
    }
    const read = z.array(TrustedIssuer).safeParse(list)
    if (!read.success) {
      const [issue] = read.error.issues
      context.addIssue(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not valid'}`)
      return z.NEVER
    }
    if (new Set(read.data.map(({ issuer }) => issuer)).size < read.data.length) context.addIssue('lists an issuer twice')
    return read.data
  })
