import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findCompanyPeople, mostOfCompanyWords } from '#domains/crm/companies/company-people.ts'
import { companyErrors } from '#domains/crm/companies/errors.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { DocumentStatus } from './document-facts.ts'
import { DocumentBrief, listDocumentsOf } from './documents.ts'

export const listDocuments = action({
  name: 'list-documents',
  summary: 'List documents',
  description: `Newest first, with who has signed and who has not. ${mostOfCompanyWords}`,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'documents:read',
  input: z.object({
    status: DocumentStatus.optional(),
    open: z.boolean().optional().describe('`true`: those that wait for signatures; `false`: all others'),
    dealId: z.uuid().optional(),
    contactId: z.uuid().optional(),
    companyId: z.uuid().optional().describe('Of the contacts and deals of a company'),
    cursor: z.uuid().optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({ documents: z.array(DocumentBrief), next_cursor: z.uuid().nullable() }),
  errors: [companyErrors.company_not_found],
  examples: [{ title: 'What waits for signatures', input: { status: 'pending_signature' } }],

  async run({ status, open, dealId, contactId, companyId, cursor, limit }, { db, org, settings }) {
    const contactIds = contactId === undefined ? undefined : [contactId, ...(await mergeGroupOf(db, org.id, contactId))]
    const ofCompany = companyId === undefined ? undefined : await findCompanyPeople(db, org.id, companyId)
    const wanted = { status, open, dealId, contactIds, ofCompany, before: cursor, limit }
    const { documents, next } = await listDocumentsOf(db, org.id, wanted, settings.publicUrl)
    return { documents, next_cursor: next }
  },
})
