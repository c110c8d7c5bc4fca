import { parseArgs } from 'node:util'
import { type Role, roles } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { enterOrg, inTransaction } from '#db/connect.ts'
import { readInstance } from '#db/instance.ts'
import { addMember, changeRoleOf, lockMembers } from '#domains/platform/members/memberships.ts'
import { findMemberByEmail } from '#domains/platform/members/seats.ts'
import { welcomeHours } from '#domains/platform/members/welcomes.ts'
import { memberEvents } from '#domains/platform/users/events.ts'
import { endLinks, linkTo, makeLink } from '#domains/platform/users/links.ts'
import { Email, makeSeat, type Person } from '#domains/platform/users/users.ts'
import { BadCommand, type Command } from './command.ts'
import { findOrg } from './find-org.ts'
import { withDatabase } from './target-database.ts'

export const run: Command = async (args, config) => {
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
  if (!Email.safeParse(email).success) throw new BadCommand('Add --email with a valid email address.')
  if (!roles.includes(values.role as Role)) throw new BadCommand(`--role must be one of ${roles.join(', ')}.`)

  const token = await withDatabase(config, async (database) => {
    const orgId = await findOrg(database, values.org)
    return inTransaction(database.db, async (db) => {
      await enterOrg(db, orgId)
      const person = await makeMember(db, orgId, { email, name: values.name }, values.role as Role)
      await endLinks(db, ['set-password'], person.id)
      return makeLink(db, { purpose: 'set-password', personId: person.id, hours: welcomeHours, now: new Date() })
    })
  })
  const address =
    config.PUBLIC_URL?.replace(/\/$/, '') ?? readInstance(config.dataDir)?.address ?? config.publicUrl(config.PORT)
  process.stdout.write(`${linkTo(address, 'set-password', token)}\n`)
}

const makeMember = async (
  db: Db,
  orgId: string,
  { email, name = email.split('@')[0] ?? email }: { readonly email: string; readonly name: string | undefined },
  role: Role,
): Promise<Person> => {
  await lockMembers(db, orgId)
  const member = await findMemberByEmail(db, orgId, email)
  if (!member) {
    const seat = await makeSeat(db, { id: newId(), email, name })
    await addMember(db, orgId, seat.id, role)
    await recordEvent(db, orgId, memberEvents.joined, seat.id, { email: seat.email, name: seat.name, role })
    return seat
  }
  const { person, role: before } = member
  if (before === role) return person
  try {
    await changeRoleOf(db, orgId, person.id, before, role)
  } catch (error) {
    throw error instanceof Failure ? new BadCommand(`${error.message} Make another member an owner first.`) : error
  }
  await recordEvent(db, orgId, memberEvents.changed, person.id, {
    email: person.email,
    name: person.name,
    role,
    role_before: before,
  })
  return person
}
