import { parseArgs } from 'node:util'
import { newId } from '#core/ids.ts'
import { sayMissing } from '#core/unsupported-characters.ts'
import { inTransaction } from '#db/connect.ts'
import { makeOrganization } from '#domains/platform/organizations/organizations.ts'
import { CountryCode } from '#shapes'
import { findMissing } from '#shapes/letters.ts'
import { coverageOf, findFonts, fontsFolder } from '../providers/typst/fonts.ts'
import { BadCommand, type Command } from './command.ts'
import { withDatabase } from './target-database.ts'

export const run: Command = async (args, config) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { country: { type: 'string' } },
    allowPositionals: true,
  })
  const [verb, name] = positionals
  if (verb === 'list') {
    const rows = await withDatabase(config, ({ db }) =>
      db.selectFrom('directory.slugs').select('slug').orderBy('slug').execute(),
    )
    for (const { slug } of rows) process.stdout.write(`${slug}\n`)
    return
  }
  if (verb !== 'create' || !name?.trim()) throw new BadCommand('Usage: foyer org create NAME [--country DE]')
  if (values.country !== undefined && !CountryCode.safeParse(values.country).success)
    throw new BadCommand(`${values.country} is not a country code such as DE.`)
  const [missing] = findMissing(name, coverageOf(findFonts(fontsFolder(config.dataDir))), 1)
  if (missing) throw new BadCommand(`NAME appears on invoices, and ${sayMissing(missing)}.`)
  const made = await withDatabase(config, ({ db }) =>
    inTransaction(db, (transaction) =>
      makeOrganization(transaction, { id: newId(), name: name.trim(), defaultCountry: values.country ?? null }),
    ),
  )
  process.stdout.write(`${made.slug}\n`)
}
