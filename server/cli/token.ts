import { parseArgs } from 'node:util'
import { openVault } from '#core/foyer-key.ts'
import { readInstance } from '#db/instance.ts'
import { findMemberByEmail } from '#domains/platform/members/seats.ts'
import { openTokens } from '#domains/platform/users/tokens.ts'
import { Email } from '#domains/platform/users/users.ts'
import { BadCommand, type Command } from './command.ts'
import { findOrg } from './find-org.ts'
import { withDatabase } from './target-database.ts'

export const run: Command = async (args, config) => {
  const { values } = parseArgs({ args: [...args], options: { org: { type: 'string' }, email: { type: 'string' } } })
  const email = values.email ?? ''
  if (!Email.safeParse(email).success) throw new BadCommand('Add --email with the email address of a member.')
  const issuer = config.PUBLIC_URL?.replace(/\/$/, '') ?? readInstance(config.dataDir)?.address ?? config.publicUrl(config.PORT)

  const text = await withDatabase(config, async (database) => {
    const orgId = await findOrg(database, values.org)
    const member = await database.inOrg(orgId, (db) => findMemberByEmail(db, orgId, email))
    if (!member) throw new BadCommand('No member of this workspace has this email address.')
    const tokens = await openTokens(
      database.db,
      openVault(config),
      () => issuer,
      () => new Date(),
    )
    return (await tokens.sign({ personId: member.person.id, orgId, role: member.role, sessionId: null })).token
  })
  process.stdout.write(`${text}\n`)
}
