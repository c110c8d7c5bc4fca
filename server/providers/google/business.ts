import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { LocationName, ReviewFault, ReviewLocation, ReviewPage, Reviews } from '#ports/reviews.ts'
import { parsed } from '../answers.ts'
import { ListedReviews, replyOf, reviewOf, StoredReply } from './business-reviews.ts'
import { type Asked, type CallParts, makeGoogleCalls, needed } from './google-calls.ts'

/** Accounts and locations have their own hosts; reviews never left the oldest one. A base that takes their place stands for all three. */
const hosts = {
  accounts: 'https://mybusinessaccountmanagement.googleapis.com',
  locations: 'https://mybusinessbusinessinformation.googleapis.com',
  reviews: 'https://mybusiness.googleapis.com',
} as const

const api = { timeoutMs: 20_000, maxBytes: 4 * 1024 * 1024, lacks: 'business.manage' }

/** What Google lets one ask for at once. */
const sizes = { accounts: '20', locations: '100', reviews: '50' } as const
/** Of accounts, and of locations of one account: more is a list without an end. */
const mostPages = 100
const mostLocations = 5_000

const Account = z.object({ name: z.string().regex(/^accounts\/[\w-]{1,100}$/) })
const Accounts = z.object({ accounts: z.array(Account).default([]), nextPageToken: z.string().nullish() })

const Location = z.object({
  name: z.string().regex(/^locations\/[\w-]{1,100}$/),
  title: z.string().nullish(),
  storefrontAddress: z
    .object({ addressLines: z.array(z.string()).nullish(), postalCode: z.string().nullish(), locality: z.string().nullish() })
    .nullish(),
  metadata: z.object({ mapsUri: z.string().nullish(), hasVoiceOfMerchant: z.boolean().nullish() }).nullish(),
})
type Location = z.output<typeof Location>
const Locations = z.object({ locations: z.array(Location).default([]), nextPageToken: z.string().nullish() })
const Nothing = z.object({}).nullable()

const accountsList = 'mybusiness.accounts.list'
const readMask = 'name,title,storefrontAddress,metadata'

/**
 * Google Business Profile: accounts and locations in version 1 (https://developers.google.com/my-business/reference/rest), reviews in version 4
 * (https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews), which names a location by its account as well.
 */
export const googleBusiness = (parts: CallParts): Reviews => {
  const at = (of: keyof typeof hosts, root: string) =>
    makeGoogleCalls({ ...parts, base: parts.base === '' ? hosts[of] : parts.base }, { root, ...api })
  const [ofAccounts, ofLocations, ofReviews] = [at('accounts', '/v1'), at('locations', '/v1'), at('reviews', '/v4')]
  const call = async <T>(
    calls: ReturnType<typeof makeGoogleCalls>,
    { shape, ...asked }: Asked & { readonly shape: z.ZodType<T> },
    gone: ReviewFault = 'location_not_there',
  ): Promise<T> => {
    const answer = await calls.ask(asked)
    const fault = faultIn(answer, gone, asked)
    if (fault) throw fault
    return needed(calls.read(answer, shape))
  }
  const accounts = () =>
    allPages(async (pageToken) => {
      const query = { pageSize: sizes.accounts, pageToken }
      const asked = { operation: accountsList, method: 'GET', path: '/accounts', query } as const
      const page = await call(ofAccounts, { ...asked, shape: Accounts })
      return { items: page.accounts, next: page.nextPageToken }
    })
  const locationsOf = (account: string) =>
    allPages(async (pageToken) => {
      const query = { readMask, pageSize: sizes.locations, pageToken }
      const asked = { operation: 'mybusiness.locations.list', method: 'GET', path: `/${account}/locations`, query } as const
      const page = await call(ofLocations, { ...asked, shape: Locations })
      return { items: page.locations, next: page.nextPageToken }
    })

  return {
    async locations() {
      const found = new Map<string, ReviewLocation>()
      for (const { name } of await accounts()) {
        // One account of several that is gone between two calls is no reason to know nothing of the others.
        for (const location of await locationsOf(name).catch(orNone)) {
          const one = locationOf(name, location)
          if (!found.has(one.locationId)) found.set(one.locationId, one)
        }
        if (found.size > mostLocations) throw new ProviderError('broken', 'Google lists more locations than can be read.')
      }
      return [...found.values()]
    },
    async page(location, cursor): Promise<ReviewPage> {
      const query = { pageSize: sizes.reviews, orderBy: 'updateTime desc', pageToken: cursor ?? undefined }
      const asked = { operation: 'mybusiness.reviews.list', method: 'GET', path: `${pathOf(location)}/reviews`, query } as const
      const page = await call(ofReviews, { ...asked, shape: ListedReviews })
      const read = page.reviews.map(reviewOf)
      const reviews = read.filter((each) => typeof each !== 'string' && each !== null)
      const unreadable = read.filter((each) => typeof each === 'string')
      return {
        ...{ reviews, unreadable, unnamed: read.length - reviews.length - unreadable.length },
        ...{ average: page.averageRating ?? null },
        ...{ total: page.totalReviewCount ?? 0, next: page.nextPageToken || null },
      }
    },
    async putReply(location, reviewId, comment) {
      const asked = { operation: 'mybusiness.reviews.updateReply', method: 'PUT', path: replyPath(location, reviewId) } as const
      return replyOf(await call(ofReviews, { ...asked, body: { comment }, shape: StoredReply }, 'review_not_there'))
    },
    async removeReply(location, reviewId) {
      const asked = {
        operation: 'mybusiness.reviews.deleteReply',
        method: 'DELETE',
        path: replyPath(location, reviewId),
      } as const
      try {
        await call(ofReviews, { ...asked, shape: Nothing }, 'review_not_there')
      } catch (error) {
        if (!(error instanceof ProviderError && error.code === 'review_not_there')) throw error
      }
    },
  }
}

const pathOf = ({ accountId, locationId }: LocationName): string => `/accounts/${accountId}/locations/${locationId}`
const replyPath = (location: LocationName, reviewId: string): string =>
  `${pathOf(location)}/reviews/${encodeURIComponent(reviewId)}/reply`

const locationOf = (account: string, { name, title, storefrontAddress, metadata }: Location): ReviewLocation => {
  const { addressLines, postalCode, locality } = storefrontAddress ?? {}
  const town = [postalCode, locality].filter(Boolean).join(' ')
  const address = [...(addressLines ?? []), town].filter((part) => part.trim() !== '').join(', ')
  return {
    ...{ locationId: name.slice('locations/'.length), accountId: account.slice('accounts/'.length) },
    ...{ title: title?.trim() || name, address: address === '' ? null : address.slice(0, 500) },
    mapUrl: webAddress(metadata?.mapsUri),
    isVerified: metadata?.hasVoiceOfMerchant ?? null,
  }
}

/** A link to follow, and nothing that a browser would run. */
const webAddress = (text: string | null | undefined): string | null =>
  text && text.length <= 2_000 && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : null

const orNone = (error: unknown): readonly [] => {
  if (error instanceof ProviderError && (error.code === 'location_not_there' || error.code === 'location_denied')) return []
  throw error
}

const allPages = async <T>(
  read: (pageToken: string | undefined) => Promise<{ items: readonly T[]; next: string | null | undefined }>,
): Promise<readonly T[]> => {
  const all: T[] = []
  const seen = new Set<string>()
  let token: string | undefined
  for (let pages = 0; pages < mostPages; pages++) {
    const { items, next } = await read(token)
    all.push(...items)
    if (!next) return all
    if (seen.has(next)) throw new ProviderError('broken', 'Google lists the same page again.')
    seen.add(next)
    token = next
  }
  throw new ProviderError('broken', 'Google lists pages without an end.')
}

const Refusal = z.object({
  error: z.object({
    status: z.string().nullish(),
    details: z
      .array(
        z.object({ reason: z.string().nullish(), metadata: z.record(z.string(), z.unknown()).nullish() }).catch({
          ...{ reason: null, metadata: null },
        }),
      )
      .nullish(),
  }),
})

/** What a refusal says of a location, a review or the program, which the other APIs of Google have no word for. */
const faultIn = ({ status, body, isCut }: Answer, gone: ReviewFault, { operation, query }: Asked): ProviderError | null => {
  if (status < 400 || isCut) return null
  const refusal = Refusal.safeParse(parsed(body))
  if (!refusal.success) return null
  const details = refusal.data.error.details ?? []
  const has = (reason: string) => details.some((detail) => detail.reason === reason)
  const isDenied =
    status === 403 && refusal.data.error.status === 'PERMISSION_DENIED' && !has('ACCESS_TOKEN_SCOPE_INSUFFICIENT')
  // A program without approval is refused with 429 or 403; an account that consented may at least list its own.
  const isUnapproved = isDenied && (has('SERVICE_DISABLED') || operation === accountsList)
  if (isUnapproved || details.some(({ metadata }) => String(metadata?.quota_limit_value) === '0'))
    return fault('quota_zero', 'Google has not approved this program for the Business Profile API yet: it allows no calls.')
  if (status === 404) return fault(gone, 'Google finds no such location or review for the connected account.')
  if (isDenied)
    return fault(
      'location_denied',
      'Google denies this account the reviews of the location: it is not verified, or not its own.',
    )
  if (status === 400 && query?.pageToken !== undefined) return fault('page_not_there', 'Google no longer knows the page.')
  return null
}

const fault = (code: ReviewFault, words: string): ProviderError =>
  new ProviderError(code === 'quota_zero' ? 'busy' : 'refused', words, {
    code,
    // Approval takes days: an hour is often enough to ask again.
    ...(code === 'quota_zero' && { retryAfterMs: 3_600_000 }),
  })
