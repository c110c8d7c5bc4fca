import { parseArgs } from 'node:util'
import { type Role, roles } from '#core/caller.ts'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events.ts'
import { newId } from '#core/ids.ts'
import { enterOrg } from '#db/connect.ts'
import { readInstance } from '#db/instance.ts'
import { endLinks, linkTo, makeLink } from '#domains/accounts/links.ts'
import { changeRoleOf, holdMembers } from '#domains/accounts/memberships.ts'
import { addMember } from '#domains/accounts/organizations.ts'
import { Email, findMember, personOf, roleOf } from '#domains/accounts/people.ts'
import { welcomeHours } from '#domains/accounts/welcomes.ts'
import { withDatabase } from './beside.ts'
import { BadCommand, type Command } from './command.ts'
import { findOrg } from './find-org.ts'

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
        await makeMember(db, orgId, person, values.role as Role)
        await endLinks(db, ['set-password'], person.id)
        return makeLink(db, { purpose: 'set-password', personId: person.id, hours: welcomeHours, now: new Date() })
      })
    })
    const address =
      config.PUBLIC_URL?.replace(/\/$/, '') ?? readInstance(config.dataDir)?.address ?? config.publicUrl(config.PORT)
    process.stdout.write(`${linkTo(address, 'set-password', token)}\n`)
  },
}

const makeMember = async (
  db: Db,
  orgId: string,
  person: { readonly id: string; readonly email: string; readonly name: string },
  role: Role,
): Promise<void> => {
  const facts = { email: person.email, name: person.name, role }
  await holdMembers(db, orgId)
  if (await addMember(db, orgId, person.id, role)) return recordEvent(db, orgId, 'member.joined', person.id, facts)
  const member = await findMember(db, orgId, person.id)
  if (!member || roleOf(member) === role) return
  try {
    await changeRoleOf(db, orgId, person.id, roleOf(member), role)
  } catch (error) {
    throw error instanceof Failure ? new BadCommand(`${error.message} Make somebody else an owner first.`) : error
  }
  await recordEvent(db, orgId, 'member.changed', person.id, { ...facts, role_before: roleOf(member) })
}
