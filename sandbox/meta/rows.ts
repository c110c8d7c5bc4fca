/** An app of a developer, by its id. */
export interface App {
  readonly id: string
  readonly secret: string
  /** Where its notifications go; null until it subscribed. */
  readonly callbackUrl: string | null
}

/** A code of the consent dialog, for one use. */
export interface Code {
  readonly id: string
  readonly appId: string
  readonly personId: string
  readonly pageIds: readonly string[]
  readonly scopes: readonly string[]
  readonly redirectUri: string
  readonly expiresAt: number
}

/** What a person allowed an app. */
export interface Grant {
  readonly id: string
  readonly appId: string
  readonly personId: string
  readonly pageIds: readonly string[]
  readonly scopes: readonly string[]
  readonly begunAt: number
  readonly endedAt: number | null
}

/** A token of a person, or of a page that the person manages. The id is the token. */
export interface Token {
  readonly id: string
  readonly grantId: string
  readonly pageId: string | null
  readonly isLong: boolean
  /** Null: of a page, made with a long token of its person. */
  readonly expiresAt: number | null
}

export interface Page {
  readonly id: string
  readonly name: string
  readonly personId: string
  readonly tasks: readonly string[]
  /** Apps that are told of its leads. */
  readonly apps: readonly string[]
}

export interface Form {
  readonly id: string
  readonly pageId: string
  readonly name: string
  /** One that is deleted is no longer listed. */
  readonly status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'DELETED'
  readonly question: string
  readonly createdAt: number
}

export interface Lead {
  readonly id: string
  readonly formId: string
  readonly pageId: string
  /** In seconds. */
  readonly createdAt: number
  readonly fields: readonly { readonly name: string; readonly values: readonly string[] }[]
  readonly isOrganic: boolean
  readonly isTest: boolean
  readonly mayCall: boolean | null
}
