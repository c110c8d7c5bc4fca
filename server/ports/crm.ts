import type { OAuthAccount } from './oauth.ts'
import type { Secret } from './secret.ts'

/** What is read from a CRM, in the order in which it is best read: a deal names its contacts and its company, a contact its company. */
export const crmEntities = ['companies', 'contacts', 'deals'] as const
export type CrmEntity = (typeof crmEntities)[number]

/** The fields of this product that a field of a CRM can stand for. */
export const ownFields = {
  companies: ['name', 'domain'],
  contacts: ['email', 'phone', 'full_name', 'first_name', 'last_name', 'company', 'job_title', 'linkedin_url'],
  deals: ['name', 'amount', 'currency', 'stage', 'owner'],
} as const satisfies Record<CrmEntity, readonly string[]>
export type OwnField = (typeof ownFields)[CrmEntity][number]

/** A field as the CRM describes it. */
export interface CrmField {
  /** As the API names it. */
  readonly name: string
  /** As people there see it. */
  readonly label: string
  /** `choices`: several of the options, separated by semicolons. */
  readonly type: 'text' | 'number' | 'date' | 'time' | 'yes_no' | 'choice' | 'choices' | 'stage' | 'owner' | 'other'
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly isCustom: boolean
  /** Whether the API takes a value for it. */
  readonly isWritable: boolean
  /** What it is here, where the vendor has a field for just that. Null: it is kept under its own name. */
  readonly suggests: OwnField | null
}

export interface CrmStage {
  readonly id: string
  readonly name: string
  readonly pipelineId: string
  readonly pipeline: string
  /** The place in its pipeline, from 0. */
  readonly position: number
  readonly kind: 'open' | 'won' | 'lost'
}

export interface CrmOwner {
  /** As deals name it. */
  readonly id: string
  readonly email: string | null
  readonly name: string | null
}

/** A record in one form, whatever the vendor calls things. */
export interface CrmRecord {
  readonly id: string
  /** When it last changed there; null where the vendor does not say. */
  readonly modifiedAt: Date | null
  /**
   * By the names of the asked-for fields, all as text: numbers with a point, dates `2026-11-27`, times in ISO 8601 and UTC, yes and no as
   * `true` and `false`, several choices separated by semicolons. Null and a missing name: no value.
   */
  readonly values: Readonly<Record<string, string | null>>
  /** The vendor's ids. The first is the main one; the others come in any order, which may differ from read to read. */
  readonly companyIds: readonly string[]
  /** Of a deal; the first is the main one. */
  readonly contactIds: readonly string[]
  /** Older ids that lead to this record since it was merged with theirs. */
  readonly mergedIds: readonly string[]
}

/** How many more calls the vendor allows, and until when that holds; of several windows the one of which the smallest share is left. */
export interface CrmAllowance {
  readonly remaining: number
  readonly resetsAt: Date
}

export interface CrmPage {
  readonly records: readonly CrmRecord[]
  /** Records there that could not be read (`id` is empty where not even that could be), with the reason in one line. */
  readonly unreadable: readonly { readonly id: string; readonly reason: string }[]
  /**
   * The vendor lost the place, and the list was begun anew: this page holds only what was given before, and is left empty on the way back
   * there. Where places are lost again and again it is not said, so that such a list counts as one that does not go on.
   */
  readonly isPassing?: boolean
  /** Where the next page begins: opaque, bounded to 2,000 characters, and valid after any time and in another process. Null: it was the last. */
  readonly next: string | null
  readonly allowance: CrmAllowance | null
}

export interface CrmPageWish {
  /** Names of fields, any number: where the vendor takes fewer at once, the provider asks several times. */
  readonly fields: readonly string[]
  /** `next` of the page before; null for the first. */
  readonly cursor: string | null
  /** Contacts of deals may be missing, where each deal would cost a call of its own. */
  readonly valuesOnly?: true
}

/** What a write left behind. */
export interface CrmWritten {
  readonly id: string
  /** The modification time that the write gave the record: its echo is no change. Null where the vendor does not say. */
  readonly modifiedAt: Date | null
}

/**
 * One account of a CRM. Each vendor keeps the promises of crm.long.test.ts. Everything throws ProviderError:
 * - `busy` where a limit is used up; `retryAfterMs` says for how long, and `code` is `daily` where it is the limit of a day.
 * - `dead` where the token is not accepted (a connection by consent), `credentials` where the key is not.
 * - `refused` with code `not_found` where a record is not there.
 * - `changed` where a record was changed there since `unmodifiedSince`; nothing was written.
 * - `uncertain` where a write may have been done and no answer says so.
 * - `broken` where the answer is none: HTML, half a JSON, 200 with an error.
 */
export interface Crm {
  /** Whose account it is: a call that changes nothing. */
  whose(): Promise<{
    readonly accountId: string
    readonly account: string
    /** Of amounts that name none; ISO 4217. Missing or null where the vendor does not say. */
    readonly currency?: string | null
  }>
  fields(entity: CrmEntity): Promise<readonly CrmField[]>
  stages(): Promise<readonly CrmStage[]>
  /** What is left of its limits, as the newest answers said; null where none did. */
  left(): Promise<CrmAllowance | null>
  /** With those who have left. */
  owners(): Promise<readonly CrmOwner[]>
  /** Every record that is not deleted, each once, those that came while it was read included or not. Ordered by what never changes. */
  all(entity: CrmEntity, wish: CrmPageWish): Promise<CrmPage>
  /**
   * Every record that changed at `since` or later, at least once. The caller begins earlier than it needs, since an index may lag behind
   * writes, and takes a record that comes twice for one.
   */
  changed(entity: CrmEntity, wish: CrmPageWish & { readonly since: Date }): Promise<CrmPage>
  /** Ids of records that were deleted there, or merged into another, at `since` or later where the vendor can tell; else all it knows of. */
  gone(
    entity: CrmEntity,
    wish: { readonly since: Date; readonly cursor: string | null },
  ): Promise<{
    readonly gone: readonly { readonly id: string; readonly mergedInto: string | null }[]
    readonly next: string | null
    readonly allowance: CrmAllowance | null
  }>
  /** How many records there are that are not deleted, as the vendor counts; null where it does not. */
  count(entity: CrmEntity): Promise<number | null>
  /** The ids of all records that are not deleted, by another way than `all`, in any order: the proof of it. */
  ids(
    entity: CrmEntity,
    cursor: string | null,
  ): Promise<Pick<CrmPage, 'isPassing' | 'next' | 'allowance'> & { readonly ids: readonly string[] }>
  /** At most 100. What is not there is missing in the answer; what was merged comes under its new id, with the asked-for one in `mergedIds`. */
  read(entity: CrmEntity, ids: readonly string[], fields: readonly string[]): Promise<readonly CrmRecord[]>
  create(
    entity: CrmEntity,
    values: Readonly<Record<string, string | null>>,
    links: { readonly companyId: string | null; readonly contactIds: readonly string[] },
  ): Promise<CrmWritten>
  /** Writes these values and no others; null clears one. Not written where the record changed after `unmodifiedSince`. */
  update(
    entity: CrmEntity,
    id: string,
    values: Readonly<Record<string, string | null>>,
    guard: { readonly unmodifiedSince: Date | null },
  ): Promise<CrmWritten>
}

/** For whom a CRM is asked. */
export interface CrmAccount extends OAuthAccount {
  /** `oauth`: an access token of a consent. `key`: what a person copied from the vendor's pages. */
  readonly auth: { readonly kind: 'oauth' | 'key'; readonly token: Secret }
  /** Where the account's API is, as the consent or the person said it, and checked against the vendor's hosts. Null: the vendor's usual address. */
  readonly apiBase: string | null
}

/** An account as its own pages are found by. */
export type CrmPagesOf = Pick<CrmAccount, 'provider' | 'mode' | 'apiBase'> & { readonly accountId: string | null }

export interface CrmPort {
  /** Where people see a record at the CRM; null where its address is not known. Asks nothing. */
  recordPage(account: CrmPagesOf, entity: CrmEntity, id: string): string | null
  /** Of what mode a key is that a person types: `test` where a setting takes the vendor's place. */
  modeOfKeys(provider: string): CrmAccount['mode']
  open(account: CrmAccount): Crm
}
