import { type Kysely, sql } from 'kysely'
import { isId } from '#core/ids.ts'
import { enterOrg } from '#db/connect.ts'
import type { Tables } from '#db/tables.ts'
import { type Language, languageOf, localeOfCountry } from '#shapes/languages.ts'
import { slugOf } from '#shapes/texts.ts'

type Db = Kysely<Tables>

/** Makes a workspace; a slug that is taken gets a number. Leaves the transaction inside it. */
export const makeOrganization = async (
  db: Db,
  given: { id: string; name: string; defaultCountry: string | null; timeZone?: string | null },
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
      .values({
        ...{ org_id: given.id, slug, name: given.name, default_country: given.defaultCountry, lead_quota_per_month: null },
        ...(given.timeZone ? { time_zone: given.timeZone } : {}),
      })
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

/** The language of texts that are for all of a workspace, and for no one in particular: that of its country. */
export const findWorkspaceLanguage = async (db: Db, orgId: string): Promise<Language> =>
  languageOf(localeOfCountry((await findOrganization(db, orgId))?.default_country ?? null))

/** The time zone of a workspace, in which its days are. */
export const findZone = async (db: Db, orgId: string): Promise<string> => {
  const { time_zone } = await db.selectFrom('orgs').select('time_zone').where('org_id', '=', orgId).executeTakeFirstOrThrow()
  return time_zone
}

/** The workspace that an anonymous caller means: by id or slug, else the only one; null where that cannot be told. */
export const findNamedOrganization = async (db: Db, named: string | null | undefined): Promise<string | null> => {
  if (named && isId(named)) return (await findOrganizationOf(db, named)) ?? null
  if (named) return (await findOrganizationBySlug(db, named))?.org_id ?? null
  if ((await organizationCount(db)) !== 1) return null
  const only = await db.selectFrom('directory.slugs').select('org_id').executeTakeFirst()
  return only?.org_id ?? null
}
