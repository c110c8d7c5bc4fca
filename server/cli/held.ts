import { parseArgs } from 'node:util'
import { holdKinds } from '#core/held.ts'
import type { Database } from '#db/connect.ts'
import { findHeld, HoldKind, release } from '#domains/platform/background-jobs/holds.ts'
// What is held is declared by all modules.
import '#domains/catalogue.ts'
import { BadCommand, type Command } from './command.ts'
import { withDatabase } from './target-database.ts'

export const run: Command = async (args, config) => {
  const { values } = parseArgs({ args: [...args], options: { release: { type: 'string' }, org: { type: 'string' } } })
  const kinds = values.release === undefined ? null : readKinds(values.release)
  await withDatabase(config, async (database) => {
    const orgs = await workspacesOf(database, values.org)
    let said = 0
    for (const { slug, org_id: orgId } of orgs) {
      const lines = await database.inOrg(orgId, async (db) => {
        if (kinds === null) return (await findHeld(db, orgId)).held.map((each) => lineOf(slug, each))
        const released: string[] = []
        for (const kind of kinds) {
          const count = await release(db, orgId, kind, { now: new Date(), personId: null })
          if (count !== null) released.push(`${slug}  ${kind}  released: ${count}`)
        }
        return released
      })
      for (const line of lines) process.stdout.write(`${line}\n`)
      said += lines.length
    }
    if (said === 0) process.stdout.write('Nothing is held.\n')
  })
}

const lineOf = (slug: string, { kind, count, oldest_at }: { kind: string; count: number; oldest_at: string | null }): string =>
  `${slug}  ${kind}  ${count}${oldest_at === null ? '' : `, the oldest from ${oldest_at}`}`

/** `all`, or kinds by name with commas between them. */
export const readKinds = (text: string): readonly HoldKind[] => {
  if (text === 'all') return holdKinds
  return text.split(',').map((name) => {
    const kind = HoldKind.safeParse(name.trim())
    if (!kind.success) throw new BadCommand(`There is no kind "${name.trim()}". Use all, or any of ${holdKinds.join(', ')}.`)
    return kind.data
  })
}

const workspacesOf = async (database: Database, slug: string | undefined) => {
  const rows = await database.db.selectFrom('directory.slugs').select(['slug', 'org_id']).orderBy('slug').execute()
  const found = slug === undefined ? rows : rows.filter((row) => row.slug === slug)
  if (slug !== undefined && found.length === 0) throw new BadCommand(`There is no workspace ${slug}.`)
  return found
}
