import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { CountryCode, OrganizationReference } from '#shapes'
import { tidyLine } from '#shapes/letters.ts'
import { TimeZone } from '#shapes/zones.ts'
import { addMember } from '../members/memberships.ts'
import { makeOrganization } from '../organizations/organizations.ts'
import { userErrors } from '../users/errors.ts'
import { findLink, spendLink } from '../users/links.ts'
import { hashPassword, Password } from '../users/passwords.ts'
import { letInAtOnce } from '../users/sign-ins.ts'
import { Email, PersonName, personOf, setFirstPassword } from '../users/users.ts'

/** The first start: the one-time link makes the workspace and its owner, and signs the owner in. */
export const setUpWorkspace = action({
  name: 'set-up-workspace',
  summary: 'Create the first workspace and its owner',
  description: 'Uses the one-time link that the first start prints. There is no default password.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  cookie: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({
    token: z.string().min(1).max(100),
    workspace: z.string().overwrite(tidyLine).trim().min(1).max(255),
    name: PersonName,
    email: Email,
    password: Password,
    defaultCountry: CountryCode.nullish(),
    timezone: TimeZone.nullish().describe('Of the workspace and its owner; the browser’s'),
  }),
  output: z.object({ success: z.literal(true), organization: OrganizationReference }),
  errors: [userErrors.link_invalid, transportErrors.letter_without_font],
  examples: [
    {
      title: 'The first workspace',
      input: {
        token: 'token-of-the-set-up-link',
        workspace: 'Rao Interiors',
        name: 'Maya Rao',
        email: 'maya@example.com',
        password: 'four unrelated quiet words',
        defaultCountry: 'DE',
      },
    },
  ],

  async prepare(input, { db, now, inTurn }) {
    const link = await findLink(db, input.token, now())
    return link?.purpose === 'set-up' ? { passwordHash: await hashPassword(input.password, inTurn) } : null
  },

  async run(input, context) {
    const { db, now, newId, enterOrg, prepared, ports, fail } = context
    if (!prepared) throw fail('link_invalid')
    checkLetters(ports.documents.coverage(), { workspace: input.workspace })
    const link = await spendLink(db, input.token, ['set-up'], now())
    if (!link) throw fail('link_invalid')

    const person = await personOf(db, { id: newId(), email: input.email, name: input.name })
    const password_hash = prepared.passwordHash
    await setFirstPassword(db, person.id, { name: input.name, passwordHash: password_hash })
    const organization = await makeOrganization(db, {
      id: newId(),
      name: input.workspace,
      defaultCountry: input.defaultCountry ?? null,
      timeZone: input.timezone ?? null,
    })
    await enterOrg(organization.id, person.id)
    await addMember(db, organization.id, person.id, 'owner')
    await letInAtOnce(context, person.id, organization.id)
    return { success: true as const, organization: { ...organization, name: input.workspace } }
  },
})
