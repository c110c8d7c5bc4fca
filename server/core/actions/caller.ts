/** Who is asking, as far as the credential proves it. */
export type Caller =
  | { readonly kind: 'nobody' }
  /** A person with a session cookie but no token yet. */
  | {
      readonly kind: 'session'
      readonly personId: string
      readonly orgId: string
      readonly sessionId: string
      readonly tokenHash: Buffer
    }
  /** A user with a token; its claims hold until the database says otherwise. */
  | {
      readonly kind: 'person'
      readonly personId: string
      readonly orgId: string
      readonly role: Role
      /** The session that the token was made from; null for one of another issuer, or of the command line. */
      readonly sessionId: string | null
      readonly issuedAt: Date
    }
  /** A visitor of a website, with the token of their chat: that one session is all they can speak of. */
  | {
      readonly kind: 'visitor'
      readonly orgId: string
      readonly sessionId: string
      readonly widgetId: string
    }
  | {
      readonly kind: 'key'
      readonly keyId: string
      readonly orgId: string
      readonly scopes: readonly string[]
      /** The limit that it has of its own, per 60 s. */
      readonly ratePerMinute: number
    }

export const roles = ['member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** Roles are ordered: a higher role includes the lower ones. */
export const atLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

export const lesser = (a: Role, b: Role): Role => (atLeast(a, b) ? b : a)
