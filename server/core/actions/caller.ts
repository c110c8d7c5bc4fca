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
  /** A step of a workflow's run. It acts as itself, with a role that who published it had at least. */
  | {
      readonly kind: 'workflow'
      readonly orgId: string
      readonly workflowId: string
      /** As it is called now: the log of calls keeps it. */
      readonly name: string
      readonly version: number
      readonly runId: string
      readonly role: Role
      readonly publisherId: string
    }

export const roles = ['member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** What an action is told of a caller without a person: its key, or the workflow whose step it is. */
export const callingAs = (
  caller: Caller,
): {
  readonly keyId: string | null
  readonly workflow: { readonly id: string; readonly name: string; readonly version: number; readonly runId: string } | null
} => ({
  keyId: caller.kind === 'key' ? caller.keyId : null,
  workflow:
    caller.kind === 'workflow'
      ? { id: caller.workflowId, name: caller.name, version: caller.version, runId: caller.runId }
      : null,
})

/** Of whom `person_id` is kept; null for whom there is no person. */
export const personOfCaller = (caller: Caller): string | null =>
  caller.kind === 'person' || caller.kind === 'session' ? caller.personId : null

export const isRole = (who: string): who is Role => (roles as readonly string[]).includes(who)

/** Roles are ordered: a higher role includes the lower ones. */
export const atLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

export const lesser = (a: Role, b: Role): Role => (atLeast(a, b) ? b : a)
