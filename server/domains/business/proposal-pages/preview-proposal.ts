import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { brandStyles, colourStyles } from '#domains/platform/business-identity/brand-markup.ts'
import { findBrand } from '#domains/platform/business-identity/brands.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { pricedChoices } from '../proposals/contents.ts'
import { proposalErrors } from '../proposals/errors.ts'
import { Offer } from '../proposals/offers.ts'
import { contentNow, findProposal } from '../proposals/proposals.ts'
import { offerPage } from './offer-markup.ts'

const dayMs = 86_400_000

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

/** Within the page: a frame without an origin loads nothing. */
const styles = [...['../sign-pages/sign.css', 'proposal.css'].map(read), brandStyles].join('\n')

export const previewProposal = action({
  name: 'preview-proposal',
  summary: 'Show a proposal as its client will see it',
  description:
    'The page of what is written now, as if it were sent today: whole, with its styles, without scripts. Nothing is sent.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  scope: 'proposals:read',
  input: z.object({ proposalId: z.uuid() }),
  output: z.object({ html: z.string() }),
  errors: [proposalErrors.proposal_not_found],
  examples: [{ title: 'One', input: { proposalId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ proposalId }, { db, org, now, fail }) {
    const proposal = await findProposal(db, org.id, proposalId)
    if (!proposal) throw fail('proposal_not_found', { field: 'proposalId' })
    const { title, locale, currency, sections, ...content } = await contentNow(db, proposal)
    const brand = await findBrand(db, org.id, locale)
    const offer = Offer.parse({
      ...{ title, locale, currency, sections, lines: pricedChoices(content), client_name: proposal.client_name },
      ...{ status: 'sent', status_reason: null, version: proposal.version + 1, acceptance: null },
      organization: (await findOrganization(db, org.id))?.name ?? '',
      // Nothing is loaded: the first letter stands in for the logo.
      brand: { ...brand, logo_path: null },
      ends_at: new Date(now().getTime() + proposal.valid_days * dayMs).toISOString(),
    })
    const view = { token: 'preview', locale, now: now(), typed: {}, ticked: new Set<string>(), trouble: null }
    return { html: inline(offerPage(offer, view), brand.colour === null ? '' : colourStyles(brand.colour)) }
  },
})

/** Our own tags, as `shell` writes them: what people wrote is escaped, and looks like none of them. */
const inline = (page: string, colours: string): string =>
  page
    .replaceAll(/<script src="[^"]*" defer><\/script>\n?/g, '')
    .replaceAll(/<link rel="stylesheet" href="[^"]*">\n?/g, '')
    .replace('</head>', () => `<style>${styles}${colours}</style></head>`)
