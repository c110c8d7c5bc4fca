import type { Database } from '#db/connect.ts'
import { findOrganizationBySlug } from '#domains/platform/organizations/organizations.ts'
import { BadCommand } from './command.ts'

/** The id of a workspace by its slug. */
export const findOrg = async (database: Database, slug: string | undefined): Promise<string> => {
  if (!slug) throw new BadCommand('Which workspace? Add --org SLUG; `foyer org list` prints the slugs.')
  const found = await findOrganizationBySlug(database.db, slug)
  if (!found) throw new BadCommand(`There is no workspace "${slug}". \`foyer org list\` prints the slugs.`)
  return found.org_id
}
