import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { OrganizationReference, UserReference } from '#shapes'
import { type Language, LanguageCode } from '#shapes/languages.ts'
import { AnyRole } from '../members/memberships.ts'
import { findOrganization } from '../organizations/organizations.ts'
import { touchSession } from '../users/sessions.ts'
import { findMember, roleOf } from '../users/users.ts'

/** The app asks with its cookie and calls everything else with the token: a page of another site has neither. */
export const getToken = action({
  name: 'get-token',
  summary: 'Get a gateway token from the session cookie',
  description: 'The token is valid for 15 minutes. Request a new one before it expires.',
  who: 'session',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 60, seconds: 60 },
  input: z.object({}),
  output: z.object({
    token: z.string(),
    expires_at: z.iso.datetime(),
    person: UserReference,
    organization: OrganizationReference,
    role: AnyRole,
    language: LanguageCode.nullable().describe('Which the user reads in; null: not chosen yet'),
  }),
  errors: [transportErrors.not_signed_in],
  examples: [{ title: 'With the session cookie', input: {} }],

  async run(_input, { db, now, enterOrg, session, signToken, fail }) {
    const { current } = session
    if (!current) throw fail('not_signed_in')
    await enterOrg(current.orgId)
    const member = await findMember(db, current.orgId, current.personId)
    const organization = await findOrganization(db, current.orgId)
    const person = await db
      .selectFrom('directory.people')
      .select(['id', 'name', 'email', 'language'])
      .where('id', '=', current.personId)
      .executeTakeFirst()
    if (!member || !organization || !person) throw fail('not_signed_in')
    await touchSession(db, current.sessionId, now())
    const { token, expiresAt } = await signToken({
      personId: person.id,
      orgId: current.orgId,
      role: roleOf(member),
      sessionId: current.sessionId,
    })
    return {
      token,
      expires_at: expiresAt.toISOString(),
      person: { id: person.id, name: person.name, email: person.email },
      organization: { id: organization.org_id, name: organization.name, slug: organization.slug },
      role: roleOf(member),
      language: person.language as Language | null,
    }
  },
})
