import { z } from 'zod'
import { type AssistantDoor, type AssistantReply, action } from '#core/actions/action.ts'
import type { PersonAskingContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { DoneOrFailed } from '#shapes'
import { readingFor } from './card-readings.ts'
import { type Card, differences, digestOfCard, isSameCard } from './cards.ts'
import { assistantErrors } from './errors.ts'
import { type CardRows, lockShownRows, rowsOfCard } from './held-records.ts'
import { cardOf, type Ending, endProposal, findProposal, showAnew, shownProposal, stateOf, takeProposal } from './proposals.ts'
import { settledCard } from './settled-cards.ts'

export const approveProposal = action({
  name: 'approve-proposal',
  summary: 'Approve what the assistant proposed, and do it',
  description:
    'By the person who asked for it alone, within 30 minutes. What is done is what was shown: before it is done the card is made anew from the stored input and the records as they are now, and where anything on it is another, nothing is done: `assistant_proposal_changed` has the new card in `proposal`, and the fields that differ in `changed`; it can be approved in turn. The records are held from the look until it is done. The input is checked again for shape, rights and existence, and done once. `failed` has the reason in `error`. Where the outcome is not known, because the server could not be reached by its database, the proposal stays open, and approving it again does it once.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  callsProvider: true,
  input: z.object({
    proposalId: z.uuid(),
    card: z
      .string()
      .max(100)
      .optional()
      .describe('`card` of the proposal that the person looked at: another one is not approved by it. Default: the newest'),
  }),
  output: z.object({
    success: z.boolean().describe('It was done'),
    state: DoneOrFailed,
    output: z.unknown().describe('What the action answered; null where it failed'),
    error: z.string().nullable(),
    code: z.string().nullable(),
  }),
  errors: [
    assistantErrors.assistant_proposal_not_found,
    assistantErrors.assistant_proposal_not_open,
    assistantErrors.assistant_proposal_changed,
  ],
  examples: [{ title: 'Approve', input: { proposalId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ proposalId: id, card }, { assistant, fail, ...context }) {
    const { org, person, inOrg, now } = context
    const own = { orgId: org.id, personId: person.id }
    const taken = await inOrg(async ({ db }) => {
      const proposal = await takeProposal(db, own, id, now())
      if (proposal) return proposal
      const found = await findProposal(db, own, id)
      if (!found) throw fail('assistant_proposal_not_found', { field: 'proposalId' })
      throw fail('assistant_proposal_not_open', { facts: { state: stateOf(found, now()) } })
    })
    const proposed = { id, action: taken.action, input: JSON.parse(taken.input) as Proposed['input'] }
    const shown = cardOf(taken)
    const isAsSeen = card === undefined || card === digestOfCard(shown)
    const { reply, anew } = await doAsShown({ ...proposed, shown: isAsSeen ? shown : null }, assistant(), context)
    if (anew) {
      const row = await inOrg(({ db }) => showAnew(db, org.id, { ...anew.card, ...proposed, input: anew.input }))
      const changed = differences(shown, anew.card)
      throw fail('assistant_proposal_changed', { facts: { proposal: shownProposal(row, now()), changed } })
    }
    const { body, failure } = reply
    const ending = endingOf(body, failure)
    await inOrg(({ db }) => endProposal(db, org.id, id, ending))
    if (ending.state === 'open') throw failure
    const { code = null, message: error = null } = ending.state === 'failed' ? ending : {}
    return { success: ending.state === 'done', state: ending.state, output: failure ? null : body, error, code }
  },
})

interface Proposed {
  readonly id: string
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
}

type Approving = Pick<PersonAskingContext, 'org' | 'person' | 'inOrg' | 'now'>

interface Anew {
  readonly card: Card
  readonly input: Proposed['input']
}

/** Colleagues may change a record while it is looked at: then it is looked at again, so often. */
const mostLooks = 4

/**
 * Does what was shown, where that is what it would do; else answers what it would do now. The rows that the card was read from are held from
 * before the write until its end, so nothing comes between what was seen and what is done. `shown` null: the person saw an older card.
 */
const doAsShown = async (
  proposed: Proposed & { readonly shown: Card | null },
  door: AssistantDoor,
  context: Approving,
): Promise<
  { readonly reply: AssistantReply; readonly anew?: undefined } | { readonly anew: Anew; readonly reply?: undefined }
> => {
  const { id, action: name, input, shown } = proposed
  for (let look = 1; ; look++) {
    const looked = await lookAgain(proposed, door, context)
    if (looked.failure) return { reply: { body: null, failure: looked.failure } }
    const { seen } = looked
    if (seen && (shown === null || !isSameCard(shown, seen.card))) return { anew: seen }
    const reply = await door.write(name, input, id, async (db) => {
      if (seen) await lockShownRows(db, context.org.id, seen.rows)
    })
    if (!seen || reply.failure?.code !== assistantErrors.assistant_proposal_changed.code) return { reply }
    if (look === mostLooks) return { anew: seen }
  }
}

/** What it would do now. Neither that nor a failure: it was done before, which is only told again. */
const lookAgain = async (
  { id, action: name, input }: Proposed,
  door: AssistantDoor,
  context: Approving,
): Promise<{ readonly seen?: Anew & { readonly rows: CardRows }; readonly failure?: Failure }> => {
  const wanted = door.actions.find((each) => each.name === name)
  // Since it was proposed the person may have lost the right to do it.
  if (!wanted) return { failure: new Failure('forbidden') }
  if (await door.isWritten(id)) return {}
  try {
    const rows = await context.inOrg(({ db }) => rowsOfCard(db, context.org.id, input))
    return { seen: { ...(await settledCard(wanted, input, await readingFor(context, door))), rows } }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { failure: error }
  }
}

const endingOf = (output: unknown, failure: Failure | undefined): Ending => {
  if (!failure) return { state: 'done', output }
  // Whether it was done is not known; too many at once is over in a moment.
  if (failure.status >= 500 || failure.status === 429 || failure.code === 'idempotency_in_flight') return { state: 'open' }
  return { state: 'failed', code: failure.code, message: failure.message }
}
