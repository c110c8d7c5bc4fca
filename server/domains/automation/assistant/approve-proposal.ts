import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Failure } from '#core/errors.ts'
import { DoneOrFailed } from '#shapes'
import { assistantErrors } from './errors.ts'
import { type Ending, endProposal, findProposal, stateOf, takeProposal } from './proposals.ts'

export const approveProposal = action({
  name: 'approve-proposal',
  summary: 'Approve what the assistant proposed, and do it',
  description:
    'By the person who asked for it alone, within 30 minutes. What is done is what was shown: the stored input, checked again for shape, rights and existence, once. `failed` has the reason in `error`. Where the outcome is not known, because the server could not be reached by its database, the proposal stays open, and approving it again does it once.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  unaudited: true,
  callsProvider: true,
  input: z.object({ proposalId: z.uuid() }),
  output: z.object({
    success: z.boolean().describe('It was done'),
    state: DoneOrFailed,
    output: z.unknown().describe('What the action answered; null where it failed'),
    error: z.string().nullable(),
    code: z.string().nullable(),
  }),
  errors: [assistantErrors.assistant_proposal_not_found, assistantErrors.assistant_proposal_not_open],
  examples: [{ title: 'Approve', input: { proposalId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ proposalId: id }, { org, person, inOrg, now, assistant, fail }) {
    const own = { orgId: org.id, personId: person.id }
    const taken = await inOrg(async ({ db }) => {
      const proposal = await takeProposal(db, own, id, now())
      if (proposal) return proposal
      const found = await findProposal(db, own, id)
      if (!found) throw fail('assistant_proposal_not_found', { field: 'proposalId' })
      throw fail('assistant_proposal_not_open', { facts: { state: stateOf(found, now()) } })
    })
    const door = assistant()
    // Since it was proposed the person may have lost the right to do it.
    const isOpen = door.actions.some(({ name }) => name === taken.action)
    const { body, failure } = isOpen
      ? await door.write(taken.action, JSON.parse(taken.input), id)
      : { body: null, failure: new Failure('forbidden') }
    const ending = endingOf(body, failure)
    await inOrg(({ db }) => endProposal(db, org.id, id, ending))
    if (ending.state === 'open') throw failure
    const { code = null, message: error = null } = ending.state === 'failed' ? ending : {}
    return { success: ending.state === 'done', state: ending.state, output: failure ? null : body, error, code }
  },
})

const endingOf = (output: unknown, failure: Failure | undefined): Ending => {
  if (!failure) return { state: 'done', output }
  // Whether it was done is not known; too many at once is over in a moment.
  if (failure.status >= 500 || failure.status === 429 || failure.code === 'idempotency_in_flight') return { state: 'open' }
  return { state: 'failed', code: failure.code, message: failure.message }
}
