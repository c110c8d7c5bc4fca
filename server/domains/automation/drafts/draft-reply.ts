import { z } from 'zod'
import { type AssistantDoor, action } from '#core/actions/action.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { dataBlock, dataBlockRule, readText } from '#domains/connections/ai-models/hostile-texts.ts'
import { asAiFailure, connectionsToAsk, notConnected } from '#domains/connections/ai-models/requests.ts'
import { askForShape } from '#domains/connections/ai-models/whole-answers.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { draftErrors } from './errors.ts'
import { findReadyDraft, keepDraft, ReplyDraft, shownDraft } from './reply-drafts.ts'
import {
  bodyOf,
  type NumberedSource,
  namedSources,
  readPassages,
  readThread,
  type Thread,
  toldSources,
} from './thread-sources.ts'

const mostMessages = 30
/** What every channel takes in one message. */
const longestDraft = 4_000

const Drafted = z.strictObject({
  text: z.string().min(1).describe('The reply, ready to be sent, without a subject'),
  language: z.string().describe('BCP 47 of the reply: that of the customer’s last message'),
  sources: z.array(z.number()).describe('The numbers of the messages and passages that it rests on'),
  template: z.string().nullable().describe('The name of the template that fits, where only a template can be sent; else null'),
})

export const draftReply = action({
  name: 'draft-reply',
  summary: 'Draft a reply to a customer',
  description:
    'Of the conversation as the caller may read it, its deal, and the documents of Settings → Knowledge, in the customer’s language. A draft is never a message: it waits for a person, who sends it with `reply-chat` as they leave it. The draft of the same message is answered again; with `again` a new one is made. Outside the WhatsApp window `template` proposes what can be sent.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  callsProvider: true,
  limit: { times: 30, seconds: 60 },
  input: z.object({ projectId: z.uuid(), again: z.boolean().default(false) }),
  output: z.object({ draft: ReplyDraft }),
  errors: [
    ...[aiModelErrors.ai_failed, aiModelErrors.ai_budget_exhausted, aiModelErrors.ai_model_unpriced],
    ...[dealErrors.deal_not_found, draftErrors.nothing_to_answer],
  ],
  examples: [{ title: 'A reply', input: { projectId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ projectId: dealId, again }, { fail, ...context }) {
    const { org, person, inOrg, newId, requestId } = context
    const own = { orgId: org.id, personId: person.id }
    const door = context.assistant()
    const thread = await readThread(door, dealId, mostMessages)
    const { lastIn } = thread
    if (!lastIn) throw fail('nothing_to_answer')
    const ready = again ? undefined : await inOrg(({ db }) => findReadyDraft(db, own, dealId, lastIn.id))
    // What was drafted while anything could be sent proposes no template.
    if (ready && (thread.isWindowOpen || ready.template_name !== null)) return { draft: shownDraft(ready, lastIn.id) }
    const { vault, within, settings } = context
    const connections = await inOrg(({ db, enqueue }) => connectionsToAsk(db, org.id, { vault, within, settings, enqueue }))
    if (connections.length === 0) throw notConnected()
    const question = String(lastIn.facts.text)
    const passages = await inOrg(({ db }) => readPassages(db, org.id, question, thread.messages.length))
    const templates = thread.isWindowOpen ? [] : await templatesOf(door)
    const asked = {
      ...(await questionOf(door, dealId, { ...thread, passages }, templates)),
      shape: Drafted,
      maxOutputTokens: 4_096,
    }
    try {
      const asking = { feature: 'drafts', personId: person.id, requestId } as const
      const { value, model } = await askForShape(
        { ...context, inOrg: (work) => inOrg(({ db }) => work(db)) },
        connections,
        asked,
        asking,
      )
      const kept = {
        ...{ id: newId(), deal_id: dealId, upto: lastIn.id, model, language: value.language.slice(0, 35) },
        text: readText(value.text, longestDraft),
        template_name: templates.some(({ name }) => name === value.template) ? value.template : null,
        sources: namedSources([...thread.messages, ...passages], value.sources),
      }
      return { draft: shownDraft(await inOrg(({ db }) => keepDraft(db, own, kept)), lastIn.id) }
    } catch (error) {
      throw asAiFailure(error)
    }
  },
})

const Templates = z.object({
  templates: z.array(z.looseObject({ name: z.string(), language: z.string().optional(), status: z.string().optional() })),
})
type Template = z.output<typeof Templates>['templates'][number]

const templatesOf = async (door: AssistantDoor): Promise<readonly Template[]> => {
  const { body } = await door.read('list-whatsapp-templates', {})
  const read = Templates.safeParse(body)
  return read.success ? read.data.templates.slice(0, 50) : []
}

const questionOf = async (
  door: AssistantDoor,
  dealId: string,
  { messages, passages }: Thread & { readonly passages: readonly NumberedSource[] },
  templates: readonly Template[],
) => {
  const deal = (await bodyOf(door, 'show-deal', { dealId })) as { deal: { name: string; stage: { name: string } } }
  return {
    system: [
      'You draft a reply to a customer for the staff of a service business. Write in the language of the customer’s last message, in the tone of our earlier messages, briefly.',
      'Use only what stands in the conversation and in our documents. Promise nothing, agree to nothing, and name no price, date or fact that does not stand there: where one is missing, ask, or leave a gap in square brackets for the person who sends it.',
      'Internal notes are for you alone: never repeat them.',
      dataBlockRule,
    ].join('\n\n'),
    prompt: [
      'The conversation, oldest first:',
      dataBlock({ deal: { name: deal.deal.name, stage: deal.deal.stage.name }, messages: toldSources(messages) }),
      ...(templates.length > 0
        ? [
            'Free text cannot be sent any more. Templates that can:',
            dataBlock({ templates: templates.map(({ name, language }) => ({ name, language })) }),
          ]
        : []),
      ...(passages.length > 0 ? ['What our documents say about it:', dataBlock({ passages: toldSources(passages) })] : []),
      'Draft the reply to the customer’s last message.',
    ].join('\n\n'),
  }
}
