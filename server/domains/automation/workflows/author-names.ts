import { sql } from 'kysely'

/** The name of who wrote something, by columns with their id and the workspace: of a member, or of a key. */
export const nameOfAuthor = (id: string, org: string) =>
  sql<string | null>`coalesce((select p.name from directory.people p where p.id = ${sql.ref(id)}),
    (select k.name from api_keys k where k.org_id = ${sql.ref(org)} and k.id = ${sql.ref(id)}))`
