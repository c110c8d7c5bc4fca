import { randomBytes } from 'node:crypto'
import type { SimulatorContext } from '../../simulators.ts'
import { type Account, accounts as people } from '../rows.ts'
import {
  type BusinessAccountRow,
  type BusinessBehaviour,
  BusinessRefusal,
  type LocationRow,
  type ReplyState,
  type ReviewRow,
  usualBehaviour,
} from './rows.ts'

const day = 86_400_000

/** Google’s ids are digits. */
const numberOf = (digits: number): string =>
  Array.from(randomBytes(digits), (byte, index) => (index === 0 ? 1 + (byte % 9) : byte % 10)).join('')

/** What is written about the location of a person on the first day: name, stars, words, and how many days ago. */
const firstReviews: readonly (readonly [string | null, number, string | null, number])[] = [
  ['Lena Hartmann', 5, 'Quick reply, fair price, and the kitchen looks wonderful.', 3],
  ['Tariq Mensah', 4, null, 9],
  [null, 2, 'They came two hours late and did not call.', 14],
  ['Sofía Reyes', 5, 'Excelente trabajo.\n\n(Translated by Google)\nExcellent work.', 40],
]

/** Locations and reviews of Google Business Profile. Jonas has an account without locations, the front desk none at all. */
export const openBusiness = (context: SimulatorContext) => {
  const accounts = context.table<BusinessAccountRow>('business-accounts')
  const locations = context.table<LocationRow>('business-locations')
  const reviews = context.table<ReviewRow>('business-reviews')
  const seeds = context.table<{ readonly id: string }>('business-seeds')
  const behaviours = context.table<BusinessBehaviour>('business-behaviour')
  const edits = context.table<{ readonly id: string; readonly at: readonly number[] }>('business-edits')
  const now = (): number => context.now().getTime()
  const behaviour = (): BusinessBehaviour => ({ ...usualBehaviour, ...behaviours.find('now') })
  const makeReview = (locationId: string, given: Partial<ReviewRow> & Pick<ReviewRow, 'stars'>): ReviewRow =>
    reviews.put({
      ...{ id: `AbFvOq${randomBytes(18).toString('base64url')}`, locationId, reviewer: null, comment: null, pictures: 0 },
      ...{ createdAt: now(), updatedAt: now(), reply: null },
      ...given,
    })
  const seedLocations = (number: string, email: string): void => {
    const [own, group] = [`1${number}`, `2${number}`]
    accounts.put({ id: own, managers: [email], name: 'Nordlicht', type: 'PERSONAL', isGone: false })
    accounts.put({ id: group, managers: [email], name: 'Branches', type: 'LOCATION_GROUP', isGone: false })
    const location = (id: string, accountIds: readonly string[], title: string, locality: string, isVerified = true) =>
      locations.put({ id, accountIds, title, locality, isVerified })
    const { id } = location(`5${number}`, [own, group], 'Nordlicht, Berlin', 'Berlin')
    location(`6${number}`, [group], 'Nordlicht, Potsdam', 'Potsdam')
    location(`7${number}`, [own], 'Nordlicht, Dresden', 'Dresden', false)
    for (const [reviewer, stars, comment, days] of firstReviews) {
      const at = now() - days * day
      makeReview(id, { reviewer, stars, comment, createdAt: at, updatedAt: at })
    }
  }
  const seed = ({ id, email }: Account): void => {
    if (seeds.find(id)) return
    seeds.put({ id })
    const number = id.replace(/0+$/, '')
    if (id === people[0]?.id) seedLocations(number, email)
    else if (email.startsWith('jonas@'))
      accounts.put({ id: `1${number}`, managers: [email], name: 'Jonas Okafor', type: 'PERSONAL', isGone: false })
  }
  const accountsOf = (account: Account): readonly BusinessAccountRow[] => {
    seed(account)
    return accounts.list().filter(({ managers, isGone }) => managers.includes(account.email) && !isGone)
  }
  const locationsOf = (accountId: string): readonly LocationRow[] =>
    locations
      .list()
      .filter(({ accountIds }) => accountIds.includes(accountId))
      .toReversed()
  const countEdit = (locationId: string): void => {
    const at = (edits.find(locationId)?.at ?? []).filter((each) => each > now() - 60_000)
    if (at.length >= behaviour().editsAMinute) throw new BusinessRefusal('rateLimited')
    edits.put({ id: locationId, at: [...at, now()] })
  }

  return {
    /** Nothing is left, and nothing is there by itself any more. */
    empty(): void {
      for (const table of [accounts, locations, reviews, behaviours, edits]) table.empty()
      for (const { id } of people) seeds.put({ id })
    },
    makeAccount: ({ email }: Account, name: string, type: BusinessAccountRow['type']): BusinessAccountRow =>
      accounts.put({ id: numberOf(12), managers: [email], name, type, isGone: false }),
    makeLocation: (accountId: string, title: string, isVerified: boolean): LocationRow =>
      locations.put({ id: numberOf(16), accountIds: [accountId], title, locality: 'Berlin', isVerified }),
    ...{ behaviour, accountsOf, locationsOf, makeReview, countEdit },
    behave: (wanted: Partial<BusinessBehaviour>): void => void behaviours.put({ ...behaviour(), ...wanted }),
    account: (id: string): BusinessAccountRow | undefined => accounts.find(id),
    putAccount: (row: BusinessAccountRow): BusinessAccountRow => accounts.put(row),
    /** Those that are gone, too. */
    allAccountsOf(account: Account): readonly BusinessAccountRow[] {
      seed(account)
      return accounts.list().filter(({ managers }) => managers.includes(account.email))
    },
    location: (id: string): LocationRow | undefined => locations.find(id),
    putLocation: (row: LocationRow): LocationRow => locations.put(row),
    review: (id: string): ReviewRow | undefined => reviews.find(id),
    /** The latest change first. */
    reviewsOf: (locationId: string): readonly ReviewRow[] =>
      reviews
        .list()
        .filter((row) => row.locationId === locationId)
        .toSorted((one, other) => other.updatedAt - one.updatedAt),
    putReview: (row: ReviewRow): ReviewRow => reviews.put(row),
    /** As its author edits it: the time of the change moves. */
    edit: (row: ReviewRow, given: Pick<ReviewRow, 'stars' | 'comment'>): ReviewRow =>
      reviews.put({ ...row, ...given, updatedAt: Math.max(now(), row.updatedAt + 1) }),
    removeReview: (id: string): void => reviews.remove(id),
    /** A reply as Google takes it, or after it was looked at. */
    reply(row: ReviewRow, comment: string, state: ReplyState | null, violation: string | null = null): ReviewRow {
      return reviews.put({ ...row, reply: { comment, updatedAt: now(), state, violation } })
    },
    unreply: (row: ReviewRow): ReviewRow => reviews.put({ ...row, reply: null }),
  }
}
export type SimulatedBusiness = ReturnType<typeof openBusiness>
