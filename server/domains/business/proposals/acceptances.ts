import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { shape } from '#shapes'
import { PricedLine, Tax } from '../invoices/lines.ts'
import { canonical, LineChoice, type ProposalContent, priceChosen, pricedChoices } from './contents.ts'

export type AcceptanceRow = Selectable<Tables['proposal_acceptances']>

export const ProposalLineShown = shape('PricedProposalLine', {
  ...PricedLine.shape,
  id: z.string(),
  choice: LineChoice,
})

/** What exactly was accepted. */
export const Acceptance = shape('ProposalAcceptance', {
  version: z.int(),
  name: z.string().describe('As the client typed it'),
  at: z.iso.datetime(),
  chosen: z.array(z.string()).describe('Ids of the options that were ticked'),
  lines: z.array(ProposalLineShown),
  taxes: z.array(Tax),
  subtotal_minor: z.int(),
  tax_minor: z.int(),
  total_minor: z.int(),
  sha256: z.string().describe('Of the record of the acceptance, which holds the digest of the version'),
})
export type Acceptance = z.output<typeof Acceptance>

interface Accepting {
  readonly proposalId: string
  readonly version: number
  readonly versionSha256: Buffer
  readonly content: ProposalContent
  readonly chosen: ReadonlySet<string>
  readonly name: string
  readonly at: Date
  readonly address: string
  readonly agent: string | null
}

/** Keeps what was accepted, to the letter. The key of the row leaves no room for a second one. */
export const enterAcceptance = async (
  db: Db,
  orgId: string,
  accepting: Accepting,
): Promise<{ readonly totalMinor: number }> => {
  const { proposalId, version, content, chosen, name, at } = accepting
  const { lines, taxes: _, ...totals } = priceChosen(content, chosen)
  const ids = content.lines.filter(({ id, choice }) => choice === 'optional' && chosen.has(id)).map(({ id }) => id)
  const said = canonical({
    ...{ v: 1, proposal: proposalId, version, content: `sha256:${accepting.versionSha256.toString('hex')}` },
    ...{ chosen: ids, currency: content.currency, lines, ...totals },
    ...{ name, at: at.toISOString(), address: accepting.address, agent: (accepting.agent ?? '').slice(0, 500).toWellFormed() },
  })
  await db
    .insertInto('proposal_acceptances')
    .values({
      ...{ org_id: orgId, proposal_id: proposalId, version, chosen: ids, name, total_minor: totals.total_minor },
      ...{ accepted_at: at, said: said.text, sha256: said.sha256 },
    })
    .execute()
  return { totalMinor: totals.total_minor }
}

export const findAcceptance = (db: Db, orgId: string, proposalId: string): Promise<AcceptanceRow | undefined> =>
  db
    .selectFrom('proposal_acceptances')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('proposal_id', '=', proposalId)
    .executeTakeFirst()

/** With the lines that it counts: those of its version never change. */
export const acceptanceOf = (row: AcceptanceRow, content: ProposalContent): Acceptance => {
  const chosen = new Set(row.chosen)
  const { lines: _, ...priced } = priceChosen(content, chosen)
  return {
    ...{ version: row.version, name: row.name, at: row.accepted_at.toISOString(), chosen: row.chosen },
    ...{ lines: pricedChoices(content).filter(({ id, choice }) => choice === 'included' || chosen.has(id)), ...priced },
    sha256: row.sha256.toString('hex'),
  }
}
