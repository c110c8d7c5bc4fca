import { z } from 'zod'
import { event, ofSubject, type Reader, signal, subjectsOf } from '#core/events/event.ts'
import { shape } from '#shapes'

const Member = shape('MemberEventData', {
  id: z.uuid().describe('The user'),
  name: z.string(),
  email: z.string(),
  role: z.string().describe('owner, admin or member; for a former member, the last role, if known').nullable(),
})

const Facts = z.object({ email: z.string(), name: z.string(), role: z.string() })

/** Former members are included, with the role that the event stored. */
const read: Reader<z.input<typeof Member>> = async (events, { db, orgId }) => {
  const rows = await db
    .selectFrom('directory.people')
    .leftJoin('members', (join) => join.onRef('members.id', '=', 'directory.people.id').on('members.org_id', '=', orgId))
    .select(['directory.people.id', 'directory.people.name', 'directory.people.email', 'members.role'])
    .where('directory.people.id', 'in', subjectsOf(events))
    .execute()
  return ofSubject(rows, ({ id, name, email, role }, { facts }) => ({
    ...{ id, name, email },
    role: typeof facts.role === 'string' ? facts.role : role,
  }))
}

const webhook = {
  body: Member,
  tell: ({ subjectId, facts }: { subjectId: string; facts: z.output<typeof Facts> }) => ({
    ...{ id: subjectId, name: facts.name, email: facts.email, role: facts.role },
  }),
  read,
}

export const memberEvents = {
  joined: event({ type: 'member.joined', about: 'A member joined the workspace.', facts: Facts, webhook }),
  changed: event({
    type: 'member.changed',
    about: 'The role of a member changed.',
    facts: Facts.extend({ role_before: z.string() }),
    webhook,
  }),
  left: event({ type: 'member.left', about: 'A member was removed or left.', facts: Facts, webhook }),
}

export const sessionEvents = {
  ended: signal('session.ended', 'A session was ended.'),
}
