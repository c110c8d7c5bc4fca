import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'

export type PageRow = Selectable<Tables['meta_pages']>

export const pageStates = ['joining', 'working', 'trouble', 'needs_consent', 'disconnected', 'off'] as const
export type PageState = (typeof pageStates)[number]

/** Forms are polled so often, unless the call budget asks for less. */
export const pollMinutes = 15

export const minutesAfter = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

/** A token is sealed for its source: in another row it does not open. */
export const tokenSealOf = (sourceId: string): string => `meta page ${sourceId}`

export const findPage = (db: Db, orgId: string, sourceId: string): Promise<PageRow | undefined> =>
  db.selectFrom('meta_pages').selectAll().where('org_id', '=', orgId).where('source_id', '=', sourceId).executeTakeFirst()

export const changePage = async (
  db: Db,
  { org_id, source_id }: Pick<PageRow, 'org_id' | 'source_id'>,
  changes: Updateable<Tables['meta_pages']>,
): Promise<void> => {
  await db.updateTable('meta_pages').set(changes).where('org_id', '=', org_id).where('source_id', '=', source_id).execute()
}

/** The same while it works: one that was switched off, or disconnected, meanwhile stays so. Answers whether it does. */
export const changeWorking = async (
  db: Db,
  { org_id, source_id }: Pick<PageRow, 'org_id' | 'source_id'>,
  changes: Updateable<Tables['meta_pages']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('meta_pages')
    .set(changes)
    .where('org_id', '=', org_id)
    .where('source_id', '=', source_id)
    .where('state', '=', 'working')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The sources of a workspace that are these pages, by the page. */
export const sourcesOfPages = async (
  db: Db,
  orgId: string,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, PageRow>> => {
  if (pageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('meta_pages')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('page_id', 'in', [...pageIds])
    .execute()
  return new Map(rows.map((row) => [row.page_id, row]))
}

/** A connection that a notification can be for, of whichever workspace. */
export interface Signer {
  readonly org_id: string
  readonly id: string
  readonly mode: string
  readonly credentials: string | null
}

/** The connections that these pages are sources by. */
export const findSigners = (db: Db, pageIds: readonly string[]): Promise<readonly Signer[]> => signersBy(db, pageIds, null)

/** One connection that was made with an app; null: with the operator's. */
export const findSignerOfApp = async (db: Db, appId: string | null): Promise<Signer | undefined> =>
  (await signersBy(db, [], appId))[0]

const signersBy = async (db: Db, pageIds: readonly string[], appId: string | null): Promise<readonly Signer[]> =>
  (
    await sql<Signer>`
      select org_id, id, mode, credentials from foyer.meta_signers(${[...pageIds]}::text[], ${appId}::text)`.execute(db)
  ).rows

/** A page has one subscription, for every workspace that it is a source of. */
export const isUsedElsewhere = async (db: Db, { page_id, source_id }: PageRow): Promise<boolean> => {
  const other = await db
    .selectFrom('directory.meta_pages')
    .select('source_id')
    .where('page_id', '=', page_id)
    .where('source_id', '<>', source_id)
    .where('is_on', '=', true)
    .executeTakeFirst()
  return other !== undefined
}

/** Lists a page under its workspace, and whether its source is on. */
export const enterPage = async (db: Db, page: Pick<PageRow, 'org_id' | 'source_id' | 'page_id'>, isOn: boolean) => {
  const { org_id, source_id, page_id } = page
  await db
    .insertInto('directory.meta_pages')
    .values({ org_id, source_id, page_id, is_on: isOn })
    .onConflict((conflict) => conflict.columns(['org_id', 'source_id']).doUpdateSet({ page_id, is_on: isOn }))
    .execute()
}

/** With which app of its workspace's own a page is connected; null: with the operator's. */
export const enterApp = async (db: Db, { org_id, source_id }: PageRow, appId: string | null): Promise<void> => {
  await db
    .updateTable('directory.meta_pages')
    .set({ app_id: appId })
    .where('org_id', '=', org_id)
    .where('source_id', '=', source_id)
    .execute()
}

/** Meta keeps leads for so long. */
export const mostEarlierDays = 90

export const earlierFrom = (now: Date, days: number): Date => minutesAfter(now, -days * 24 * 60)

/** Has the next poll read from an earlier moment than the source's beginning. A poll that is under way does not move on past it. */
export const reachBack = async (db: Db, { org_id, source_id }: PageRow, from: Date): Promise<void> => {
  await sql`
    update meta_pages set since = least(since, ${from}::timestamptz)
    where org_id = ${org_id} and source_id = ${source_id}`.execute(db)
  // Without a count, archived forms are read too.
  await sql`
    update meta_forms set read_to = ${from}, cursor = null, pass_to = null, leads = null
    where org_id = ${org_id} and source_id = ${source_id} and read_to > ${from}`.execute(db)
}

/** Takes the right to poll a page until the next time; false where another run has it. */
export const claimPoll = async (db: Db, orgId: string, sourceId: string, now: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update meta_pages set next_poll_at = ${minutesAfter(now, pollMinutes)}
    where org_id = ${orgId} and source_id = ${sourceId} and state = 'working' and next_poll_at <= ${now}`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}
