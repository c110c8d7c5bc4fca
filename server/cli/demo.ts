import { parseArgs } from 'node:util'
import { openVault } from '#core/foyer-key.ts'
import type { Database } from '#db/connect.ts'
import { clearDemo, seedDemo } from '#domains/automation/demo/demo.ts'
import { foyer } from '#domains/catalogue.ts'
import { BadCommand, type Command } from './command.ts'
import { findOrg } from './find-org.ts'
import { withDatabase } from './target-database.ts'

export const run: Command = async (args, config, usage) => {
  const { positionals, values } = parseArgs({ args: [...args], options: { org: { type: 'string' } }, allowPositionals: true })
  const [verb] = positionals
  if (positionals.length !== 1 || (verb !== 'seed' && verb !== 'clear')) throw new BadCommand(`Usage: foyer ${usage}`)
  const counts = await withDatabase(config, async (database) => {
    const orgId = values.org === undefined ? await onlyOrg(database) : await findOrg(database, values.org)
    return database.inOrg(orgId, async (db) => {
      if (verb === 'clear') return clearDemo(db, orgId, foyer.within)
      const owner = await db.selectFrom('members').select('id').where('org_id', '=', orgId).limit(1).executeTakeFirst()
      if (!owner) throw new BadCommand('The workspace has no member yet. Add one with `foyer user create`.')
      return seedDemo(db, orgId, { now: new Date(), personId: null, vault: openVault(config) })
    })
  })
  const parts = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  process.stdout.write(`${verb === 'seed' ? 'Added' : 'Removed'}: ${parts.join(', ')}\n`)
}

/** Where there is one workspace, it need not be named. */
const onlyOrg = async ({ db }: Database): Promise<string> => {
  const [first, second] = await db.selectFrom('directory.slugs').selectAll().orderBy('slug').limit(2).execute()
  if (!first)
    throw new BadCommand('There is no workspace yet. Create one with the setup link, or with `foyer org create NAME`.')
  if (second) throw new BadCommand('Which workspace? Add --org SLUG; `foyer org list` prints the slugs.')
  return first.org_id
}
