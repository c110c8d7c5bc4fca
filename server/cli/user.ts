import { parseArgs } from 'node:util'
import { type Role, roles } from '#core/caller.ts'
import { newId } from '#core/ids.ts'
import { enterOrg } from '#db/connect.ts'
import { readInstance } from '#db/instance.ts'
import { endLinks, makeLink } from '#domains/accounts/links.ts'
import { addMember } from '#domains/accounts/organizations.ts'
import { Email, personOf } from '#domains/accounts/people.ts'
import { withDatabase } from './beside.ts'
import { BadCommand, type Command } from './command.ts'
import { findOrg } from './find-org.ts'

const linkHours = 24

export const user: Command = {
  usage: 'user create --org SLUG --email E [--role owner|admin|member] [--name N]',
  about: 'Makes a member (or changes the role of one) and prints a one-time link to set the password.',

  async run(args, config) {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: {
        org: { type: 'string' },
        email: { type: 'string' },
        role: { type: 'string', default: 'member' },
        name: { type: 'string' },
      },
      allowPositionals: true,
    })
    if (positionals[0] !== 'create') throw new BadCommand('Usage: foyer user create --org SLUG --email E --role owner')
    const email = values.email ?? ''
    if (!Email.safeParse(email).success) throw new BadCommand('Add --email with a valid address.')
    if (!roles.includes(values.role as Role)) throw new BadCommand(`--role is one of ${roles.join(', ')}.`)

    const token = await withDatabase(config, async (database) => {
      const orgId = await findOrg(database, values.org)
      return database.db.transaction().execute(async (db) => {
        const person = await personOf(db, { id: newId(), email, name: values.name ?? email.split('@')[0] ?? email })
        await enterOrg(db, orgId)
        await addMember(db, orgId, person.id, values.role as Role)
        await endLinks(db, 'set-password', person.id)
        return makeLink(db, { purpose: 'set-password', personId: person.id, hours: linkHours, now: new Date() })
      })
    })
    const address =
      config.PUBLIC_URL?.replace(/\/$/, '') ?? readInstance(config.dataDir)?.address ?? config.publicUrl(config.PORT)
    process.stdout.write(`${address}/set-password#token=${token}\n`)
  },
}
