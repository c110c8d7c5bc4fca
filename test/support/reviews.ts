import assert from 'node:assert/strict'
import type { Someone, TestApp } from './app.ts'
import { consentAt } from './consent.ts'
import type { Answer } from './requests.ts'

export interface ShownReview {
  readonly id: string
  readonly location: { readonly id: string; readonly name: string }
  readonly stars: number | null
  readonly text: string | null
  readonly reviewer: string | null
  readonly version: number
  readonly gone_at: string | null
  readonly reply: { readonly text: string; readonly standing: string; readonly violation: string | null } | null
  readonly asked_reply: {
    readonly state: string
    readonly text: string | null
    readonly reason: string | null
    readonly code: string | null
  } | null
}

export const ok = ({ status, body }: Answer): Answer['body'] => {
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Consents in the sandbox, as an admin, to what reading reviews takes. */
export const connectReviews = async (
  app: Pick<TestApp, 'call'>,
  who: Someone,
  more: { readonly account?: string; readonly without?: string[] } = {},
): Promise<string> => {
  const wish = { provider: 'google', orgId: who.orgId, userId: who.personId, wants: ['reviews'] }
  const begun = ok(await app.call('integration-init-oauth', wish, who))
  const back = await consentAt(String(begun.authorizeUrl), more)
  const { connection } = ok(await app.call('integration-callback', Object.fromEntries(back.searchParams), who))
  return (connection as unknown as { id: string }).id
}

/** What people do at the simulated Google Business Profile. */
export const openBusiness = (url: string) => {
  const at = `${url}/sandbox/google/business`
  const post = async (path: string, form: Record<string, string> = {}): Promise<Response> => {
    const told = await fetch(`${at}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    assert.ok(told.status < 400, await told.clone().text())
    return told
  }
  const idOf = async (told: Promise<Response>): Promise<string> => ((await (await told).json()) as { id: string }).id
  return {
    empty: () => post('/empty'),
    account: (name = 'Nordlicht', form: Record<string, string> = {}) => idOf(post('/accounts/write', { name, ...form })),
    location: (accountId: string, title: string, form: Record<string, string> = {}) =>
      idOf(post(`/accounts/${accountId}/locations`, { title, ...form })),
    close: (accountId: string) => post(`/accounts/${accountId}/close`),
    /** The location is listed by another account, too. */
    share: (locationId: string, accountId: string) => post(`/locations/${locationId}/share`, { accountId }),
    verify: (locationId: string) => post(`/locations/${locationId}/verify`),
    write: (locationId: string, stars: number, comment = '', form: Record<string, string> = {}) =>
      idOf(post(`/locations/${locationId}/write`, { stars: String(stars), comment, reviewer: 'Lena', ...form })),
    edit: (reviewId: string, stars: number, comment = '') =>
      post(`/reviews/${reviewId}/edit`, { stars: String(stars), comment }),
    remove: (reviewId: string) => post(`/reviews/${reviewId}/remove`),
    decide: (reviewId: string, verdict: 'approve' | 'reject') => post(`/reviews/${reviewId}/${verdict}`),
    replyThere: (reviewId: string, comment: string) => post(`/reviews/${reviewId}/reply`, { comment }),
    unreplyThere: (reviewId: string) => post(`/reviews/${reviewId}/unreply`),
    behave: (form: Record<string, string> = {}) => post('/behave', form),
    /** The reply that customers would see at Google. */
    async replyAt(locationId: string, reviewId: string): Promise<string | null> {
      const told = (await (await fetch(`${at}/locations/${locationId}`)).json()) as {
        reviews: { id: string; reply: { comment: string } | null }[]
      }
      return told.reviews.find(({ id }) => id === reviewId)?.reply?.comment ?? null
    },
    /** Turns the fault dial of Google; without a dial all is well again. */
    async turn(dial: object = {}): Promise<void> {
      const told = await fetch(`${url}/sandbox/faults/google`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(dial),
      })
      assert.ok(told.ok, await told.text())
    },
  }
}
export type Business = ReturnType<typeof openBusiness>

/** A workspace of its own, and its business at Google with nothing in it but a location, which are not connected yet. */
export const openReviews = async (app: TestApp) => {
  const business = openBusiness(app.url)
  await business.turn()
  await business.empty()
  const owner = await app.given.organization('Nordlicht')
  const accountId = await business.account()
  const locationId = await business.location(accountId, 'Nordlicht, Berlin')
  const call = async (type: string, body: object = {}) => ok(await app.call(type, body, owner))
  return {
    ...{ owner, business, accountId, locationId, call },
    connect: (more: Parameters<typeof connectReviews>[2] = {}) => connectReviews(app, owner, more),
    sync: async (body: object = {}) => {
      const { imported, updated, removed, average_rating: average } = await call('sync-google-reviews', body)
      return { imported, updated, removed, average }
    },
    list: async (filter: object = {}) => (await call('list-reviews', filter)).reviews as unknown as ShownReview[],
    show: async (reviewId: string) =>
      (await call('show-review', { reviewId })) as unknown as {
        review: ShownReview
        versions: { version: number; stars: number | null; text: string | null }[]
      },
    locations: async () => (await call('list-review-locations')) as unknown as Locations,
    notices: async () =>
      ((await call('list-notices')).notices as unknown as { kind: string; facts: Record<string, unknown> }[]).filter(
        ({ kind }) => kind.startsWith('review_'),
      ),
    tasks: async (filter: object = {}) =>
      (await call('list-tasks', filter)).tasks as unknown as {
        title: string
        assigned_to: string | null
        outcome: string | null
        cause: { review_id?: string }
        contact: unknown
      }[],
  }
}

interface Locations {
  readonly accounts: readonly {
    readonly connection_id: string
    readonly status: string
    readonly sync: { readonly status: string; readonly reason: string | null; readonly code: string | null } | null
  }[]
  readonly locations: readonly {
    readonly id: string
    readonly google_id: string
    readonly title: string
    readonly trouble: string | null
    readonly average_rating: number | null
    readonly google_average_rating: number | null
    readonly google_total: number | null
    readonly total: number
    readonly counts: readonly number[]
    readonly whole_at: string | null
    readonly unread: number
  }[]
}
