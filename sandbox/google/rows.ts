import type { Table } from '../folder.ts'

/** A person who can give consent here. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly given_name: string
  readonly family_name: string
}

export const accounts: readonly Account[] = [
  person('101', 'Mira', 'Falk', 'mira@sandbox.example'),
  person('102', 'Jonas', 'Okafor', 'jonas@sandbox.example'),
  person('103', 'Front', 'Desk', 'frontdesk@sandbox.example'),
]

function person(id: string, given: string, family: string, email: string): Account {
  // Google's ids have 21 digits.
  return { id: id.padEnd(21, '0'), email, name: `${given} ${family}`, given_name: given, family_name: family }
}

export interface Behaviour {
  /** How long an access token lives. Google's own: 3,599. */
  readonly accessTokenSeconds: number
  /** Each refresh issues a new refresh token and invalidates the old one. Google seldom does; many others always. */
  readonly rotates: boolean
  /** Reusing an old refresh token ends the whole grant: it may have been stolen. */
  readonly reuseEndsGrant: boolean
}
export const usualBehaviour: Behaviour = { accessTokenSeconds: 3_599, rotates: true, reuseEndsGrant: false }

export interface Code {
  /** The code itself. */
  readonly id: string
  readonly clientId: string
  readonly redirectUri: string
  readonly accountId: string
  readonly scopes: readonly string[]
  readonly challenge: { readonly value: string; readonly method: 'S256' | 'plain' } | null
  readonly isOffline: boolean
  readonly expiresAt: number
  /** The grant that it was exchanged for. */
  readonly grantId: string | null
}

export interface Grant {
  readonly id: string
  readonly clientId: string
  readonly accountId: string
  readonly scopes: readonly string[]
  readonly begunAt: number
  readonly endedAt: number | null
  /** Why it ended, for the page. */
  readonly ending: string | null
  /** The one that is good; null where none was asked for, or after the end. */
  readonly refreshToken: string | null
  readonly oldRefreshTokens: readonly string[]
  /** Access tokens that are good, newest first. */
  readonly accessTokens: readonly { readonly token: string; readonly expiresAt: number }[]
  readonly refreshes: number
}

/** What is remembered, and the clock. `behaviour` has one row at the most, of the id `now`. */
export interface Kept {
  readonly codes: Table<Code>
  readonly grants: Table<Grant>
  readonly behaviour: Table<Behaviour & { readonly id: string }>
  at(): number
}

export interface Tokens {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token?: string
  readonly scope: string
  readonly token_type: 'Bearer'
}

/** What an app asks of a person, once it was found in order. */
export interface Wish {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string | null
  readonly challenge: Code['challenge']
  readonly isOffline: boolean
  readonly loginHint: string | null
}
