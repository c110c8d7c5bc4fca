import { sql } from 'kysely'
import { plannedAnew } from '#db/connect.ts'

/**
 * The organization in a statement that joins its rows with those that are given, to a planner that is not to look at it, now and not when it was first
 * asked. A workspace that has just begun to start very many runs is not in the statistics: by them it has one run, and so all its runs are read, and each held
 * against each that is given. With 91,000 waiting runs one statement about 500 took minutes, and no workspace was served meanwhile.
 */
export const joinedOrg = (orgId: string) => sql`(select ${orgId}::uuid ${sql.raw(plannedAnew)})`
