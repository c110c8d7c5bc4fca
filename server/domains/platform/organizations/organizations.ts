import { type Kysely, sql } from 'kysely'
import { enterOrg } from '#db/connect.ts'
import type { Tables } from '#db/tables.ts'
import { slugOf } from '#shapes/texts.ts'

type Db = Kysely<Tables>

/** Makes a workspace; a slug that is taken gets a number. Leaves the transaction inside it. */
export const makeOrganization = async (
  db: Db,
  given: { id: string; name: string; defaultCountry: string | null },
): Promise<{ id: string; slug: string }> => {
  const wanted = slugOf(given.name) || 'workspace'
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted.slice(0, 58)}-${n}`
    const made = await db
      .insertInto('directory.slugs')
      .values({ slug, org_id: given.id })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('slug')
      .executeTakeFirst()
    if (!made) continue
    await enterOrg(db, given.id)
    await db
      .insertInto('orgs')
      .values({ org_id: given.id, slug, name: given.name, default_country: given.defaultCountry, lead_quota_per_month: null })
      .execute()
    return { id: given.id, slug }
  }
}

export const findOrganizationBySlug = (db: Db, slug: string) =>
  db.selectFrom('directory.slugs').selectAll().where('slug', '=', slug).executeTakeFirst()

/** Its id, where there is such a workspace. */
export const findOrganizationOf = async (db: Db, orgId: string): Promise<string | undefined> => {
  const found = await db.selectFrom('directory.slugs').select('org_id').where('org_id', '=', orgId).executeTakeFirst()
  return found?.org_id
}

export const organizationCount = async (db: Db): Promise<number> => {
  const { count } = await db.selectFrom('directory.slugs').select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return count
}

export const findOrganization = (db: Db, orgId: string) =>
  db.selectFrom('orgs').selectAll().where('org_id', '=', orgId).executeTakeFirst()
