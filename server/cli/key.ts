import { parseArgs } from 'node:util'
import { declared } from '#core/declared.ts'
import { newId } from '#core/ids.ts'
import { addKey, notifyKeyChanged, RatePerMinute } from '#domains/platform/api-keys/keys.ts'
import { isScope, OfferedScope } from '#domains/platform/api-keys/scopes.ts'
// Every module names its scopes.
import '#domains/catalogue.ts'
import { BadCommand, type Command } from './command.ts'
import { findOrg } from './find-org.ts'
import { withDatabase } from './target-database.ts'

export const run: Command = async (args, config) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      org: { type: 'string' },
      scope: { type: 'string', multiple: true },
      name: { type: 'string', default: 'Created on the command line' },
      rate: { type: 'string' },
      expires: { type: 'string' },
    },
    allowPositionals: true,
  })
  if (positionals[0] !== 'create') throw new BadCommand('Usage: foyer key create --org SLUG --scope leads:write')
  const scopes = (values.scope ?? []).flatMap((list) => list.split(',')).map((scope) => scope.trim())
  if (scopes.length === 0) throw new BadCommand('Add --scope, such as leads:write.')
  const offered = [...declared.scopes.keys()].join(', ')
  const unknown = scopes.find((scope) => !isScope(scope))
  if (unknown !== undefined) throw new BadCommand(`"${unknown}" is not a scope. Choose from: ${offered}.`)
  for (const scope of scopes)
    if (!OfferedScope.safeParse(scope).success)
      process.stderr.write(`No action requires the scope ${scope} yet. Choose from: ${offered}.\n`)
  const rate = values.rate === undefined ? null : Number(values.rate)
  if (rate !== null && !RatePerMinute.safeParse(rate).success)
    throw new BadCommand('--rate must be a whole number of requests per 60 seconds.')
  const expiresAt = values.expires === undefined ? null : new Date(values.expires)
  if (expiresAt && !(expiresAt.getTime() > Date.now()))
    throw new BadCommand('--expires must be a date in the future, such as 2027-01-31.')

  const secret = await withDatabase(config, async (database) => {
    const orgId = await findOrg(database, values.org)
    return database.inOrg(orgId, async (db) => {
      const id = newId()
      const text = await addKey(db, {
        orgId,
        id,
        name: values.name,
        scopes,
        ratePerMinute: rate,
        expiresAt,
        createdBy: null,
        now: new Date(),
      })
      await notifyKeyChanged(db, id)
      return text
    })
  })
  process.stdout.write(`${secret}\n`)
}
