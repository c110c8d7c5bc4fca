import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestOf } from '../folder.ts'
import type { Simulator } from '../simulators.ts'
import { consentFaults, serveConsent } from './consent.ts'
import { isGoodToken } from './consent-grants.ts'
import { consentVendors } from './consent-vendors.ts'

/** Tokens that differ only after a `~` are of one account: a number of nine digits that never changes. */
const accountNumberOf = (token: string): string =>
  String(100_000_000 + (Number.parseInt(digestOf(token.split('~')[0] ?? '').slice(0, 12), 16) % 900_000_000))

/** Whose token it is, in the words of each vendor, and how each refuses one that is not good. */
const facts = {
  hubspot: {
    path: '/account-info/2026-03/details',
    says: (account: string) => ({ portalId: Number(account), uiDomain: 'app.hubspot.com', accountType: 'STANDARD' }),
    refuses: { status: 'error', category: 'INVALID_AUTHENTICATION', message: 'The token is expired or invalid.' },
  },
  salesforce: {
    path: '/services/oauth2/userinfo',
    says: (account: string) => ({
      user_id: `005${account}000`,
      organization_id: `00D${account}000EAA`,
      preferred_username: `admin@${account}.sandbox.example`,
    }),
    refuses: [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' }],
  },
  zoho: {
    path: '/crm/v8/org',
    says: (account: string) => ({ org: [{ id: `${account}000000000`, company_name: `Company ${account}` }] }),
    refuses: { code: 'INVALID_TOKEN', details: {}, message: 'invalid oauth token', status: 'error' },
  },
  pipedrive: {
    path: '/v1/users/me',
    says: (account: string) => ({
      success: true,
      data: { id: 1, company_id: Number(account), company_name: `Company ${account}` },
    }),
    refuses: { success: false, error: 'unauthorized access', errorCode: 401 },
  },
} as const

/** A CRM that knows its consent and whose tokens are whose, and no record: for those whose simulator is not there. */
export const consentOnly = (slug: keyof typeof consentVendors): Simulator => ({
  slug,
  title: consentVendors[slug].title,
  instead: `${consentVendors[slug].title}’s consent page and tokens`,
  about: 'Consent as one of two companies, with any client id, and any secret that does not start with “wrong”.',
  pages: [{ path: '/consents', title: 'Consents' }],
  ownFaults: consentFaults,
  register(app, context) {
    serveConsent(app, context, slug)
    const { path, says, refuses } = facts[slug]
    app.get(path, (request: FastifyRequest, reply: FastifyReply) => {
      const token = /^(?:Bearer|Zoho-oauthtoken)\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const isGood = isGoodToken(context, token) ?? (token !== '' && !token.includes('expired'))
      return isGood ? reply.send(says(accountNumberOf(token))) : reply.code(401).send(refuses)
    })
  },
})
