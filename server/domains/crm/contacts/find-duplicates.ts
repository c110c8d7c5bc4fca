import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { choice, shape } from '#shapes'
import { companyReasons, contactReasons, findProbableCompanies, findProbableContacts } from './duplicates.ts'

const typed = (most: number) => z.string().trim().max(most).optional()

export const findDuplicates = action({
  name: 'find-duplicates',
  summary: 'Find contacts and companies that are probably the one who is typed',
  description:
    'For a form, while it is filled in: at most five of each, the surest first, with the reason. An email address and a number say who someone is; a name is a hint.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'contacts:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    name: typed(255),
    email: typed(254),
    phone: typed(64),
    company: typed(255),
    domain: typed(300).describe('Of a company'),
  }),
  output: z.object({
    contacts: z.array(
      shape('ProbableContact', {
        id: z.uuid(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        phone: z.string().nullable().describe('E.164'),
        company: z.string().nullable(),
        deleted_at: z.iso.datetime().nullable().describe('In the bin since then: adding them restores them'),
        reasons: z.array(choice('ContactReason', contactReasons)).describe('What is the same'),
      }),
    ),
    companies: z.array(
      shape('ProbableCompany', {
        id: z.uuid(),
        name: z.string(),
        domain: z.string().nullable(),
        reasons: z
          .array(choice('CompanyReason', companyReasons))
          .describe('email: the email address is of its domain; name: its name begins so'),
      }),
    ),
  }),
  errors: [],
  examples: [{ title: 'While a caller is typed', input: { name: 'Maya', phone: '+4915112345678' } }],

  async run(input, { db, org }) {
    const workspace = await findOrganization(db, org.id)
    const contacts = await findProbableContacts(db, org.id, input, workspace?.default_country ?? null)
    return {
      contacts: contacts.map((each) => ({ ...each, deleted_at: each.deleted_at?.toISOString() ?? null })),
      companies: await findProbableCompanies(db, org.id, input),
    }
  },
})
