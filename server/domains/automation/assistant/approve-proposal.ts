import { z } from 'zod'
import { type AssistantDoor, action } from '#core/actions/action.ts'
import type { PersonAskingContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { DoneOrFailed } from '#shapes'
import { readingFor } from './card-readings.ts'
import { type Card, differences, digestOfCard, isSameCard } from './cards.ts'
import { assistantErrors } from './errors.ts'
import { cardOf, type Ending, endProposal, findProposal, showAnew, shownProposal, stateOf, takeProposal } from './proposals.ts'
import { settledCard } from './settled-cards.ts'

export const approveProposal = action({
  name: 'approve-proposal',
  summary: 'Approve what the assistant proposed, and do it',
  description:
    'By the person who asked for it alone, within 30 minutes. What is done is what was shown: before it is done the card is made anew from the stored input and the records as they are now, and where anything on it is another, nothing is done: `assistant_proposal_changed` has the new card in `proposal`, and the fields that differ in `changed`; it can be approved in turn. The input is checked again for shape, rights and existence, and done once. `failed` has the reason in `error`. Where the outcome is not known, because the server could not be reached by its database, the proposal stays open, and approving it again does it once.',
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
    const door = assistant()
    const input = JSON.parse(taken.input) as Readonly<Record<string, unknown>>
    const looked = await lookAgain({ id, action: taken.action, input }, door, context)
    if (looked.card) {
      const shown = cardOf(taken)
      const isAsSeen = card === undefined || card === digestOfCard(shown)
      if (!isAsSeen || !isSameCard(shown, looked.card)) {
        const anew = { ...looked.card, id, action: taken.action, input: looked.input }
        const row = await inOrg(({ db }) => showAnew(db, org.id, anew))
        const changed = differences(shown, looked.card)
        throw fail('assistant_proposal_changed', { facts: { proposal: shownProposal(row, now()), changed } })
      }
    }
    const { body, failure } = looked.failure
      ? { body: null, failure: looked.failure }
      : await door.write(taken.action, input, id)
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

/** What it would do now. Neither a card nor a failure: it was done before, which is only told again. */
const lookAgain = async (
  { id, action: name, input }: Proposed,
  door: AssistantDoor,
  context: Pick<PersonAskingContext, 'org' | 'person' | 'inOrg' | 'now'>,
): Promise<{ readonly card?: Card; readonly input: Proposed['input']; readonly failure?: Failure }> => {
  const wanted = door.actions.find((each) => each.name === name)
  // Since it was proposed the person may have lost the right to do it.
  if (!wanted) return { input, failure: new Failure('forbidden') }
  if (await door.isWritten(id)) return { input }
  try {
    return await settledCard(wanted, input, await readingFor(context, door))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { input, failure: error }
  }
}

const endingOf = (output: unknown, failure: Failure | undefined): Ending => {
  if (!failure) return { state: 'done', output }
  // Whether it was done is not known; too many at once is over in a moment.
  if (failure.status >= 500 || failure.status === 429 || failure.code === 'idempotency_in_flight') return { state: 'open' }
  return { state: 'failed', code: failure.code, message: failure.message }
}
