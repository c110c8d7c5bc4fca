import { z } from 'zod'
import type { Db, Enqueue } from '#core/context.ts'
import { dataBlock, dataBlockRule, readText } from '#domains/connections/ai-models/hostile-texts.ts'
import type { UsingAi } from '#domains/connections/ai-models/requests.ts'
import { candidatesToAsk } from '#domains/connections/ai-models/talk-candidates.ts'
import { type AskContext, askForShape } from '#domains/connections/ai-models/whole-answers.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { forgetEarlierDrafts, keepDraft, type ReplyDraftRow } from './reply-drafts.ts'
import {
  type MemberReads,
  type NumberedSource,
  namedSources,
  readPassages,
  type Thread,
  toldSources,
} from './thread-sources.ts'

/** So far back a draft looks. */
export const mostMessages = 30
/** What every channel takes in one message. */
const longestDraft = 4_000
/** Of the texts of templates, as a model reads them. */
const longestTemplate = 500
const mostTemplates = 50

const Drafted = z.strictObject({
  text: z.string().min(1).describe('The reply, ready to be sent, without a subject'),
  language: z.string().describe('BCP 47 of the reply: that of the customer’s last message'),
  sources: z.array(z.number()).describe('The numbers of the messages and passages that it rests on'),
  template: z.string().nullable().describe('The name of the template that fits, where only a template can be sent; else null'),
})

export interface DraftWish {
  readonly orgId: string
  /** Whose draft it is: it is made of what they may read. */
  readonly personId: string
  /** Of a deal, or of a contact without one. */
  readonly threadId: string
  readonly thread: Thread
  readonly lastIn: NumberedSource
  readonly reads: MemberReads
  readonly requestId: string | null
}

export interface DraftContext extends Omit<AskContext, 'inOrg'>, Pick<UsingAi, 'vault' | 'within' | 'settings'> {
  readonly inOrg: <T>(work: (db: Db, enqueue: Enqueue) => Promise<T>) => Promise<T>
}

/** Has a model draft the answer to a customer, and keeps it. Throws ProviderError, and Failures. */
export const makeReplyDraft = async (
  { orgId, personId, threadId, thread, lastIn, reads, requestId }: DraftWish,
  context: DraftContext,
): Promise<ReplyDraftRow> => {
  const { inOrg, vault, within, settings, ports } = context
  const using = { vault, within, settings, now: context.now(), usualModel: ports.ai.usualModel }
  const { candidates } = await inOrg((db, enqueue) => candidatesToAsk(db, orgId, { model: null }, { ...using, enqueue }))
  const question = String(lastIn.facts.text)
  const passages = await inOrg((db) => readPassages(db, orgId, question, thread.messages.length))
  const templates = thread.isWindowOpen ? [] : await templatesOf(reads)
  const asked = {
    ...(await questionOf(reads, threadId, { ...thread, passages }, templates)),
    shape: Drafted,
    maxOutputTokens: 4_096,
  }
  const asking = { feature: 'drafts', personId, requestId } as const
  const { value, model } = await askForShape(
    { ...context, inOrg: (work) => inOrg((db) => work(db)) },
    candidates,
    asked,
    asking,
  )
  const draft = {
    ...{ id: context.newId(), deal_id: threadId, upto: lastIn.id, model, language: value.language.slice(0, 35) },
    text: readText(value.text, longestDraft),
    template_name: templates.some(({ name }) => name === value.template) ? value.template : null,
    sources: namedSources([...thread.messages, ...passages], value.sources),
  }
  return inOrg(async (db) => {
    const kept = await keepDraft(db, { orgId, personId }, draft)
    await forgetEarlierDrafts(db, { orgId, personId }, kept)
    return kept
  })
}

const Templates = z.object({
  templates: z.array(
    z.looseObject({
      ...{ name: z.string(), language: z.string(), status: z.string() },
      ...{ body: z.string().nullable(), unusable: z.string().nullable() },
    }),
  ),
})
type Template = z.output<typeof Templates>['templates'][number]

/** Those that can be sent: approved, and of parts that Foyer can fill. */
const templatesOf = async (reads: MemberReads): Promise<readonly Template[]> => {
  const { body } = await reads.read('list-whatsapp-templates', {})
  const read = Templates.safeParse(body)
  if (!read.success) return []
  return read.data.templates
    .filter(({ status, unusable }) => status === 'APPROVED' && unusable === null)
    .slice(0, mostTemplates)
}

const ShownDeal = z.object({ deal: z.object({ name: z.string(), stage: z.object({ name: z.string() }) }) })

/** What is being sold to them; null of a contact without a deal. Throws the Failure of what the member may not read. */
const dealOf = async (reads: MemberReads, threadId: string) => {
  const { body, failure } = await reads.read('show-deal', { dealId: threadId })
  if (failure?.code === dealErrors.deal_not_found.code) return null
  if (failure) throw failure
  const { name, stage } = ShownDeal.parse(body).deal
  return { name, stage: stage.name }
}

const questionOf = async (
  reads: MemberReads,
  threadId: string,
  { messages, passages }: Thread & { readonly passages: readonly NumberedSource[] },
  templates: readonly Template[],
) => {
  const deal = await dealOf(reads, threadId)
  return {
    system: [
      'You draft a reply to a customer for the staff of a service business. Write in the language of the customer’s last message, in the tone of our earlier messages, briefly.',
      'Use only what stands in the conversation and in our documents. Promise nothing, agree to nothing, and name no price, date or fact that does not stand there: where one is missing, ask, or leave a gap in square brackets for the person who sends it.',
      'Internal notes are for you alone: never repeat them.',
      dataBlockRule,
    ].join('\n\n'),
    prompt: [
      'The conversation, oldest first:',
      dataBlock({ deal, messages: toldSources(messages) }),
      ...(templates.length > 0
        ? [
            'Free text cannot be sent any more. Templates that can:',
            dataBlock({
              templates: templates.map(({ name, language, body }) => ({
                ...{ name, language, text: body?.slice(0, longestTemplate) ?? null },
              })),
            }),
          ]
        : []),
      ...(passages.length > 0 ? ['What our documents say about it:', dataBlock({ passages: toldSources(passages) })] : []),
      'Draft the reply to the customer’s last message.',
    ].join('\n\n'),
  }
}
