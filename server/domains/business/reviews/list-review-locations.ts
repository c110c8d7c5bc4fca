import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { ConnectionStatus } from '#domains/connections/connections/connections.ts'
import { choice, shape } from '#shapes'
import { findReviewConnections } from './accounts.ts'
import { findLocations, type LocationRow } from './locations.ts'
import { averageIn, findRatings, type Ratings } from './ratings.ts'
import { lastRunOf, type ReviewRun, ReviewRunStatus } from './runs.ts'

const Location = shape('ReviewLocation', {
  id: z.uuid(),
  google_id: z.string(),
  title: z.string(),
  address: z.string().nullable(),
  map_url: z.url().nullable(),
  verified: z.boolean().nullable().describe('Google answers reviews of verified locations alone; null: it does not say'),
  read: z.boolean().describe('Its reviews are read every hour'),
  trouble: choice('ReviewLocationTrouble', ['not_verified', 'not_listed', 'location_denied', 'location_not_there'])
    .nullable()
    .describe('Why its reviews are not read'),
  average_rating: z.number().nullable().describe('Of the reviews here'),
  counts: z.array(z.int()).length(5).describe('Reviews with one star, two, … five'),
  total: z.int(),
  unanswered: z.int(),
  google_average_rating: z.number().nullable().describe('As Google says it, with the reviews that it counts'),
  google_total: z.int().nullable(),
  read_at: z.iso.datetime().nullable(),
  whole_at: z.iso.datetime().nullable().describe('When as many reviews were met as Google counts'),
  unread: z.int().describe('Reviews that Google lists and that cannot be read, in the last reading'),
})

const Account = shape('ReviewAccount', {
  connection_id: z.uuid(),
  account: z.string(),
  status: ConnectionStatus,
  sync: shape('ReviewSync', {
    status: ReviewRunStatus,
    reason: z.string().nullable().describe('Why it waits or failed'),
    code: z.string().nullable(),
    imported: z.int(),
    updated: z.int(),
    removed: z.int(),
    started_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
    .nullable()
    .describe('The last one'),
})

export const listReviewLocations = action({
  name: 'list-review-locations',
  summary: 'List locations with their ratings',
  description: 'The accounts that are connected, their last sync, and each location with our average beside Google’s.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'reviews:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({}),
  output: z.object({ accounts: z.array(Account), locations: z.array(Location) }),
  errors: [],
  examples: [{ title: 'All of them', input: {} }],

  async run(_input, { db, org }) {
    const connections = await findReviewConnections(db, org.id)
    const accounts = []
    for (const { id, account, status } of connections) {
      const sync = await lastRunOf(db, org.id, id)
      accounts.push({
        ...{ connection_id: id, account: account ?? '', status: ConnectionStatus.parse(status) },
        sync: sync ? showSync(sync) : null,
      })
    }
    const ratings = new Map((await findRatings(db, org.id)).map((each) => [each.locationId, each]))
    const rows = await findLocations(db, org.id)
    return { accounts, locations: rows.map((row) => showLocation(row, ratings.get(row.id))) }
  },
})

const showSync = ({ status, reason, code, imported, updated, removed, ...run }: ReviewRun) => ({
  ...{ status, reason, code, imported, updated, removed, started_at: run.created_at.toISOString() },
  completed_at: run.completed_at?.toISOString() ?? null,
})

const none: Pick<Ratings, 'counts' | 'total' | 'unanswered'> = { counts: [0, 0, 0, 0, 0], total: 0, unanswered: 0 }

const showLocation = (row: LocationRow, ratings: Ratings | undefined): z.input<typeof Location> => {
  const { counts, total, unanswered } = ratings ?? none
  return {
    ...{ id: row.id, google_id: row.location_id, title: row.title, address: row.address, map_url: row.map_url },
    ...{ verified: row.is_verified, read: row.is_read, trouble: troubleOf(row), average_rating: averageIn(counts) },
    ...{ counts: [...counts], total, unanswered, google_total: row.their_count },
    google_average_rating: row.their_average === null ? null : Number(row.their_average),
    ...{ read_at: row.read_at?.toISOString() ?? null, whole_at: row.whole_at?.toISOString() ?? null },
    unread: row.unread,
  }
}

const troubleOf = (row: LocationRow): z.input<typeof Location>['trouble'] => {
  if (!row.is_listed) return 'not_listed'
  if (row.is_verified === false) return 'not_verified'
  return row.trouble === 'location_denied' || row.trouble === 'location_not_there' ? row.trouble : null
}
