import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { BaseContext, Step } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { openDealFor, showDeal } from '#domains/crm/deals/deals.ts'
import { defaultPipeline, lockFirstStage } from '#domains/crm/deals/pipelines.ts'
import { writePrdJob } from '#domains/crm/deals/prds.ts'
import { addTask } from '#domains/crm/deals/tasks.ts'
import { resolveClaim } from '#domains/crm/identities/claimants.ts'
import { findNamedOrganization, findOrganization } from '#domains/platform/organizations/organizations.ts'
import { userErrors } from '#domains/platform/users/errors.ts'
import { Email, findMember } from '#domains/platform/users/users.ts'
import { readPhone } from '#shapes/phones.ts'

/** Longer than the work takes: whether a number was known cannot be told by the time that the answer took. */
const answerAfterMs = 300

const Asked = z.object({
  problem: z.string().trim().max(10_000).optional(),
  users: z.string().trim().max(10_000).optional(),
  features: z.array(z.string().trim().max(2_000)).max(100).optional(),
})

const input = z.object({
  clientName: z.string().trim().min(1).max(255),
  clientEmail: Email,
  businessName: z.string().trim().min(1).max(255),
  industry: z.string().trim().max(255).nullish(),
  phone: z.string().trim().max(64).nullish().describe('E.164, or in the national format of the workspace’s default country'),
  rawData: Asked.nullish().describe('What they want, in their own words'),
  generatedPrd: z.string().trim().max(50_000).nullish().describe('A requirements document that the page has already written'),
  userId: z.uuid().nullish().describe('For signed-in callers, their own id; it proves and decides nothing'),
  orgId: z.string().trim().max(64).nullish().describe('The workspace, by id or slug; optional if there is only one'),
})
type Input = z.output<typeof input>

export const prd = action({
  name: 'prd',
  summary: 'Submit a project request from a form',
  description: [
    'For the form on a website. A token determines the workspace; an anonymous caller names it in `orgId`, by id or slug (neither is secret, and neither grants access), or omits it if the installation has only one.',
    'The contact is found by `phone`, else by `clientEmail`, else created. If it has an open deal, the request is added to that deal’s conversation, marked as not verified, and the owner gets an email; else a deal is created in the first stage of the default pipeline and assigned by round robin, with an email to its owner. Sending it again is safe: a contact has one open deal, however many requests arrive at once. Any other email address or phone number in the form is a claim: it merges no contacts, and members accept or dismiss it. A phone number that cannot be parsed is kept as sent.',
    'An anonymous caller gets the `businessName` it sent as `name`, the `status` of a new deal and null as `assigned_to`, whether the contact was known or not, and the response takes the same time. `id` is the same for the same deal, and reveals nothing about its age; members use it wherever a deal id is accepted. A member of the workspace gets the actual state.',
    '`Idempotency-Key` works without a credential: the same key with the same payload within 24 hours gets the first response again.',
    'Without `generatedPrd`, a requirements document is written from `rawData` in the background once an AI provider responds: a request is never rejected for lack of one.',
  ].join('\n\n'),
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  // So that no transaction is open while the answer is held back.
  callsProvider: true,
  anonymousIdempotency: true,
  limit: { times: 5, seconds: 60 },
  input,
  output: z.object({
    success: z.literal(true),
    project: z.object({
      id: z.uuid(),
      name: z.string(),
      status: z.string().describe('The slug of its stage: `new_lead`'),
      assigned_to: z.uuid().nullable(),
    }),
  }),
  errors: [transportErrors.missing_field, userErrors.organization_not_found, transportErrors.foreign_person],
  examples: [
    {
      title: 'From a website',
      input: {
        orgId: 'acme',
        clientName: 'Maya Rao',
        clientEmail: 'maya@example.com',
        businessName: 'Rao Bakery',
        phone: '+4915112345678',
        rawData: { problem: 'Orders come by phone', users: 'Regulars', features: ['Order page', 'Reminders'] },
      },
    },
  ],

  async run(given, { outside, inOrg, signedIn, fail, ...context }) {
    const begun = performance.now()
    if (signedIn && given.userId && given.userId !== signedIn.personId) throw fail('foreign_person', { field: 'userId' })
    const orgId = signedIn?.orgId ?? (await outside((db) => findNamedOrganization(db, given.orgId)))
    if (orgId === null)
      throw given.orgId
        ? fail('organization_not_found')
        : fail('missing_field', { message: 'Missing required field: orgId', field: 'orgId' })
    const made = await inOrg(orgId, (step) => takeProspect(step, orgId, given, context))
    const known = signedIn && (await inOrg(orgId, ({ db }) => showToMember(db, orgId, made.dealId, signedIn.personId)))
    if (known) return { success: true as const, project: known }
    await setTimeout(Math.max(0, answerAfterMs - (performance.now() - begun)))
    return {
      success: true as const,
      project: { id: made.publicId, name: given.businessName, status: made.firstStatus, assigned_to: null },
    }
  },
})

type Context = Pick<BaseContext, 'newId' | 'now'>

const takeProspect = async (
  { db, enqueue }: Step,
  orgId: string,
  given: Input,
  context: Context,
): Promise<{ dealId: string; publicId: string; firstStatus: string }> => {
  const organization = await findOrganization(db, orgId)
  const phone = given.phone ? readPhone(given.phone, organization?.default_country ?? null) : null
  const { contactId, recordId } = await resolveClaim(
    db,
    orgId,
    { name: given.clientName, email: given.clientEmail, phone, company: given.businessName },
    { source: 'prd', order: ['phone', 'email'] },
  )
  const document = given.generatedPrd || null
  const deal = await openDealFor(db, orgId, {
    ...{ contactId, kind: 'prd', cause: 'prd', name: given.businessName, businessName: given.businessName },
    industry: given.industry || null,
    asked: { ...given.rawData, from: { name: given.clientName, email: given.clientEmail, phone: given.phone || null } },
    ...(document ? { prd: { state: 'given', text: document } } : given.rawData ? { prd: { state: 'queued' } } : {}),
  })
  const { dealId, assignedTo } = deal
  if (!deal.isNew) await addToDeal(db, orgId, { recordId, dealId, assignedTo }, given, context)
  else if (!document && given.rawData) await enqueue(writePrdJob, { orgId, dealId })
  const { public_id: publicId } = await db
    .selectFrom('deals')
    .select('public_id')
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow()
  const first = await lockFirstStage(db, orgId, (await defaultPipeline(db, orgId)).id)
  return { dealId, publicId, firstStatus: first.slug }
}

/** What a known contact asks again stands in its thread, as what a form said, with a task for the owner. */
const addToDeal = async (
  db: Step['db'],
  orgId: string,
  { recordId, dealId, assignedTo }: { recordId: string; dealId: string; assignedTo: string | null },
  given: Input,
  { newId }: Context,
): Promise<void> => {
  await recordMessage(db, orgId, {
    ...{ contactId: recordId, dealId, channel: 'note', direction: 'note', kind: 'system' },
    body: wordsOf(given),
    isUnverified: true,
  })
  await addTask(db, orgId, {
    dealId,
    kind: 'next_action',
    title: `${given.clientName} has submitted the form again`,
    assignedTo,
    cause: { rule: 'asked_again' },
    // One of a deal in 2^24 ms, 4.7 hours: who presses a button three times asks once.
    causeKey: `asked_again:${dealId}:${newId().slice(0, 6)}`,
  })
}

const wordsOf = ({ clientName, businessName, rawData, generatedPrd }: Input): string => {
  const features = (rawData?.features ?? []).map((feature) => `• ${feature}`)
  const said = [rawData?.problem, rawData?.users, ...features, generatedPrd].filter((line) => line)
  return [`${clientName} (${businessName})`, ...(said.length > 0 ? said : ['Submitted the form again, without a text.'])].join(
    '\n',
  )
}

/** How things stand, for a caller who is a member still. */
const showToMember = async (db: Step['db'], orgId: string, dealId: string, personId: string) => {
  if (!(await findMember(db, orgId, personId))) return null
  const deal = await showDeal(db, orgId, dealId)
  return deal ? { id: deal.id, name: deal.name, status: deal.status, assigned_to: deal.assigned_to } : null
}
