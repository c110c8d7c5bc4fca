import assert from 'node:assert/strict'
import { makeVault } from '#core/vault.ts'
import { proposalTokenOf } from '#domains/business/proposals/proposal-links.ts'
import type { Someone, TestApp } from './app.ts'
import { openDeal } from './documents.ts'
import type { Answer } from './requests.ts'

export interface ShownProposal {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly version: number
  readonly has_changes: boolean
  readonly deal_id: string
  readonly ends_at: string | null
  readonly most_total_minor: number
  readonly acceptance: {
    name: string
    version: number
    chosen: string[]
    total_minor: number
    sha256: string
    lines: { id: string }[]
  } | null
  readonly versions: { version: number; sha256: string }[]
  readonly history: { kind: string; name: string | null }[]
}

const ok = (answer: Answer): Answer['body'] => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** Tests run with one key. */
const vault = makeVault(Buffer.alloc(32, 7))

/** A website for 4,500 euros, with a year of care and a workshop as options. */
export const websiteContent = {
  title: 'A new website',
  currency: 'EUR',
  sections: [
    { heading: 'What we do', body: 'Design, texts and **launch** within six weeks.\n\n- One\n- Two' },
    { heading: 'How we work', body: '| Step | Week |\n|---|---:|\n| Design | 2 |' },
  ],
  lines: [
    { id: 'site', description: 'Website', quantity: 1, unitMinor: 450_000, taxRate: 19 },
    { id: 'care', description: 'Care, a year', quantity: 12, unitMinor: 9_000, taxRate: 19, choice: 'optional' },
    { id: 'workshop', description: 'Workshop', quantity: 1, unitMinor: 80_033, taxRate: 7, choice: 'optional' },
  ],
} as const

/** A workspace with a deal whose client can be sent proposals. Without a worker the links are read from the database. */
export const openProposals = async (app: TestApp, client = { name: 'Maya Rao', email: 'maya@offer.example' }) => {
  const owner: Someone = await app.given.organization('Nordlicht')
  const dealId = await openDeal(app, owner, client)
  const shown = async (proposalId: string): Promise<ShownProposal> =>
    ok(await app.call('show-proposal', { proposalId }, owner)).proposal as unknown as ShownProposal
  const create = async (more: object = {}): Promise<ShownProposal> =>
    ok(await app.call('create-proposal', { dealId, ...websiteContent, ...more }, owner)).proposal as unknown as ShownProposal
  const send = async (proposalId: string): Promise<ShownProposal> =>
    ok(await app.call('send-proposal', { proposalId }, owner)).proposal as unknown as ShownProposal
  return {
    ...{ owner, dealId, shown, create, send },
    sent: async (more: object = {}): Promise<ShownProposal> => send((await create(more)).id),
    tokenOf: async (proposalId: string): Promise<string> => {
      const row = await app.database.inOrg(owner.orgId, (db) =>
        db.selectFrom('proposals').select(['id', 'token_sealed']).where('id', '=', proposalId).executeTakeFirstOrThrow(),
      )
      const token = proposalTokenOf(vault, row)
      assert.ok(token, 'the proposal has no link')
      return token
    },
  }
}
export type Proposals = Awaited<ReturnType<typeof openProposals>>
