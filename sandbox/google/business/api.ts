import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../../simulators.ts'
import type { Grants } from '../grants.ts'
import type { Account } from '../rows.ts'
import { type BusinessAccountRow, BusinessRefusal, type LocationRow, type ReviewRow } from './rows.ts'
import { openBusiness } from './store.ts'
import { accountOf, locationShown, readMaskOf, replyShown, reviewOf } from './wire.ts'

const scope = 'https://www.googleapis.com/auth/business.manage'
/** In bytes, not letters. */
const mostReplyBytes = 4_096

type Names = { account: string; location: string; review: string }

/** Who asks, for what, and how refusals are worded. */
const kitOf = (context: SimulatorContext, grants: Grants) => {
  const store = openBusiness(context)
  const checked = (request: FastifyRequest): Account => {
    const about = grants.about(/^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (!about) throw new BusinessRefusal('authError')
    const { refusal, refusedCalls } = store.behaviour()
    if (refusal !== 'none' && `${request.method} ${request.url}`.includes(refusedCalls)) throw new BusinessRefusal(refusal)
    if (!about.grant.scopes.includes(scope)) throw new BusinessRefusal('insufficientPermissions')
    return about.account
  }
  const answer =
    (work: (request: FastifyRequest, account: Account) => unknown) => async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return reply.send(work(request, checked(request)))
      } catch (error) {
        if (!(error instanceof BusinessRefusal)) throw error
        return reply.code(error.status).send(error.body)
      }
    }
  const accountIn = (request: FastifyRequest, asking: Account): BusinessAccountRow => {
    const found = store.accountsOf(asking).find(({ id }) => id === (request.params as Names).account)
    if (!found) throw new BusinessRefusal('notFound')
    return found
  }
  /** Of a location that is not verified nothing is said. */
  const locationIn = (request: FastifyRequest, asking: Account): LocationRow => {
    const { id } = accountIn(request, asking)
    const found = store.locationsOf(id).find((location) => location.id === (request.params as Names).location)
    if (!found?.isVerified) throw new BusinessRefusal('permissionDenied')
    return found
  }
  const reviewIn = (request: FastifyRequest, asking: Account): ReviewRow => {
    const location = locationIn(request, asking)
    const row = store.review((request.params as Names).review)
    if (row?.locationId !== location.id) throw new BusinessRefusal('notFound')
    return row
  }
  return { store, answer, accountIn, locationIn, reviewIn }
}
type Kit = ReturnType<typeof kitOf>

/** Google Business Profile: accounts and locations of version 1, reviews of version 4, below their own paths. */
export const serveBusinessApi = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  const kit = kitOf(context, grants)
  serveLists(app, kit)
  serveReviews(app, kit)
}

const serveLists = (app: FastifyInstance, { store, answer, accountIn }: Kit): void => {
  app.get(
    '/v1/accounts',
    answer((request, asking) => {
      const { items, more } = pageOf(request, store.accountsOf(asking), { most: 20, usual: 20 })
      return { ...(items.length > 0 && { accounts: items.map(accountOf) }), ...more }
    }),
  )
  app.get(
    '/v1/accounts/:account/locations',
    answer((request, asking) => {
      const { id } = accountIn(request, asking)
      const fields = readMaskOf(request.query)
      const { items, more } = pageOf(request, store.locationsOf(id), { most: 100, usual: 10 })
      return { ...(items.length > 0 && { locations: items.map((location) => locationShown(location, fields)) }), ...more }
    }),
  )
}

/** As broken as what a vendor once in a while lists. */
const garble = (shown: ReturnType<typeof reviewOf>, [newest]: readonly ReviewRow[], garbled: string): object => {
  if (garbled === 'unnamed' && shown.reviewId === newest?.id) return { ...shown, reviewId: undefined, createTime: undefined }
  return shown.reviewId === garbled ? { ...shown, createTime: 'yesterday' } : shown
}

const reviews = '/v4/accounts/:account/locations/:location/reviews'

const serveReviews = (app: FastifyInstance, { store, answer, locationIn, reviewIn }: Kit): void => {
  const named = (row: ReviewRow, request: FastifyRequest) => reviewOf(row, (request.params as Names).account)
  app.get(
    reviews,
    answer((request, asking) => {
      const rows = store.reviewsOf(locationIn(request, asking).id)
      const { pageSize, leavesOut, garbled } = store.behaviour()
      const listed = sorted(rows, (request.query as { orderBy?: string }).orderBy)
      const shown = listed.slice(0, Math.max(0, listed.length - leavesOut))
      const { items, more } = pageOf(request, shown, { most: Math.min(50, pageSize), usual: 50 })
      if (rows.length === 0) return {}
      return {
        ...(items.length > 0 && { reviews: items.map((row) => garble(named(row, request), rows, garbled)) }),
        averageRating: averageOf(rows),
        totalReviewCount: rows.length,
        ...more,
      }
    }),
  )
  app.get(
    `${reviews}/:review`,
    answer((request, asking) => named(reviewIn(request, asking), request)),
  )
  app.put(
    `${reviews}/:review/reply`,
    answer((request, asking) => {
      const row = reviewIn(request, asking)
      const { comment } = (request.body ?? {}) as { comment?: unknown }
      if (typeof comment !== 'string' || comment.trim() === '' || Buffer.byteLength(comment) > mostReplyBytes)
        throw new BusinessRefusal('invalid')
      store.countEdit(row.locationId)
      const { replies } = store.behaviour()
      const violation = replies === 'REJECTED' ? 'CONTACT_INFORMATION' : null
      return replyShown(store.reply(row, comment, replies === 'none' ? null : replies, violation))
    }),
  )
  app.delete(
    `${reviews}/:review/reply`,
    answer((request, asking) => {
      const row = reviewIn(request, asking)
      if (row.reply === null) throw new BusinessRefusal('notFound')
      store.countEdit(row.locationId)
      store.unreply(row)
      return {}
    }),
  )
}

const sorted = (rows: readonly ReviewRow[], order = 'updateTime desc'): readonly ReviewRow[] => {
  if (order === 'updateTime desc') return rows
  if (order !== 'rating' && order !== 'rating desc') throw new BusinessRefusal('invalid')
  const sign = order === 'rating' ? 1 : -1
  return rows.toSorted((one, other) => sign * (one.stars - other.stars))
}

/** To one decimal, as Google shows it. */
const averageOf = (rows: readonly ReviewRow[]): number =>
  Math.round((rows.reduce((sum, { stars }) => sum + stars, 0) / rows.length) * 10) / 10

/** A page of a list, and the token of the next. */
const pageOf = <T>(request: FastifyRequest, all: readonly T[], { most, usual }: { most: number; usual: number }) => {
  const { pageSize, pageToken } = request.query as { pageSize?: string; pageToken?: string }
  const wanted = pageSize === undefined ? usual : Number(pageSize)
  if (!Number.isInteger(wanted) || wanted < 0) throw new BusinessRefusal('invalid')
  const size = Math.min(most, wanted === 0 ? usual : wanted)
  const from = pageToken === undefined ? 0 : offsetOf(pageToken)
  const next = from + size < all.length ? { nextPageToken: tokenOf(from + size) } : {}
  return { items: all.slice(from, from + size), more: next }
}

const tokenOf = (from: number): string => Buffer.from(`page ${from}`).toString('base64url')
const offsetOf = (token: string): number => {
  const [, from] = /^page (\d{1,9})$/.exec(Buffer.from(token, 'base64url').toString()) ?? []
  if (from === undefined) throw new BusinessRefusal('invalid')
  return Number(from)
}
