import type { GivenCredentials } from './secret.ts'

/** Whom a search is for. A person fits who has one value of each list that is not empty. */
export interface ProspectFilters {
  readonly titles: readonly string[]
  /** Of the person: `Berlin, Germany`. */
  readonly locations: readonly string[]
  /** Of the employer, without `www.`. */
  readonly domains: readonly string[]
  readonly keywords: string | null
}

/** A person as a search shows one: without an address, and the last name masked. */
export interface FoundProspect {
  /** The vendor's. */
  readonly id: string
  /** `Tim Zh***g` */
  readonly name: string | null
  readonly title: string | null
  readonly company: string | null
  /** The vendor has an email address of this person, which enrichment may bring. */
  readonly hasEmail: boolean
}

/** A person as an enrichment brings one: what the vendor says, none of it proven. */
export interface EnrichedProspect {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly name: string | null
  readonly title: string | null
  readonly email: string | null
  /** How sure the vendor is of the address, in its words: `verified`. */
  readonly emailStatus: string | null
  /** E.164 or as the vendor has it. */
  readonly phone: string | null
  readonly company: string | null
  readonly domain: string | null
  readonly linkedinUrl: string | null
  readonly city: string | null
  readonly country: string | null
}

/** What one call of at most `mostAtOnce` people brought. */
export interface Enriched {
  /** In the order asked for; null where the vendor knows of nothing. */
  readonly people: readonly (EnrichedProspect | null)[]
  /** What the call cost, in credits; null where the vendor does not say. */
  readonly credits: number | null
  /** Credits ended within the call: who is null here may be known there all the same. */
  readonly isOutOfCredits: boolean
}

/** Credits of one kind in the vendor's month; null: without a limit, or not told. */
export interface ProspectAllowance {
  readonly left: number | null
  readonly limit: number | null
}

/** How many people one call enriches. */
export const mostEnrichedAtOnce = 10

/** The pages that a search goes up to, and how many people are on one. */
export const searchPages = { most: 500, people: 25 } as const

/** A company as an enrichment brings one: what the vendor says, none of it proven. */
export interface EnrichedCompany {
  readonly name: string | null
  readonly industry: string | null
  readonly description: string | null
  readonly foundedYear: number | null
  readonly employees: number | null
}

/** What a company costs that the vendor knows. */
export const creditsOfCompany = 1

/** What a person costs at most, in credits, and how much more with a mobile number. */
export const creditsOfPerson = { data: 1, mobile: 8 } as const

/**
 * A database of people at work, searched with an account of the workspace. Throws ProviderError:
 * - `credentials` where the key is not accepted, or may not do this (`lacks`).
 * - `busy` where a limit is used up, with the time.
 * - `refused`; with code `out_of_credits` where the account has none left.
 * - `uncertain`, of `enrich` and `enrichCompany` alone: it may have been done, and paid for.
 */
export interface Prospects {
  /** Calls that change and cost nothing: whether the key may search. */
  test(): Promise<{ readonly account: string; readonly accountId: string | null; readonly isLive: boolean }>
  /** Costs nothing. `page` from 1. */
  search(filters: ProspectFilters, page: number): Promise<{ readonly people: readonly FoundProspect[]; readonly total: number }>
  /**
   * Costs credits, and is never repeated by the provider's code. `mobilesTo`: mobile numbers are asked for too, and told to this address
   * later.
   */
  enrich(ids: readonly string[], wish: { readonly mobilesTo: string | null }): Promise<Enriched>
  /** By its domain; null where the vendor knows none, which costs nothing. Never repeated by the provider's code. */
  enrichCompany(domain: string): Promise<EnrichedCompany | null>
  /** What is left; null where the key may not ask. */
  allowance(): Promise<{ readonly credits: ProspectAllowance | null; readonly mobiles: ProspectAllowance | null } | null>
}

export interface ProspectsAccount {
  readonly orgId: string
  readonly connectionId: string
  readonly mode: 'live' | 'test' | 'sandbox'
  readonly credentials: GivenCredentials
}

/** A mobile number that came after the enrichment that asked for it. */
export interface LateNumber {
  readonly id: string
  /** Null: the vendor found none. */
  readonly phone: string | null
}

export interface ProspectsPort {
  open(account: ProspectsAccount): Prospects
  /** What was told to `mobilesTo`, as JSON; null where it is no such message. Who sent it is proven by its address alone. */
  readLateNumbers(told: unknown): readonly LateNumber[] | null
}
