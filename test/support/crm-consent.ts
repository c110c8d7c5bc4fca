import assert from 'node:assert/strict'
import type { CrmProviderName } from '#ports/providers.ts'
import type { Someone, TestApp } from './app.ts'
import { consentAt } from './consent.ts'
import type { Answer } from './requests.ts'

/** Foyer's settings for a sandbox of its own that stands for the four CRMs. */
export const crmEnv = (address: string): Record<string, string> => {
  const at = (slug: CrmProviderName): string => `${address}/sandbox/${slug}`
  const clients = ['HUBSPOT', 'SALESFORCE', 'ZOHO', 'PIPEDRIVE'].flatMap((name) => [
    [`${name}_CLIENT_ID`, 'crm-client'],
    [`${name}_CLIENT_SECRET`, 'crm-secret: with & of its own'],
  ])
  return {
    ...Object.fromEntries(clients),
    ...{ HUBSPOT_API_BASE: at('hubspot'), SALESFORCE_LOGIN_BASE: at('salesforce'), ZOHO_API_BASE: at('zoho') },
    ...{ ZOHO_ACCOUNTS_BASE: at('zoho'), PIPEDRIVE_API_BASE: at('pipedrive'), PIPEDRIVE_OAUTH_BASE: at('pipedrive') },
  }
}

/** Begins a consent at a CRM: where the person is to go. */
export const beginCrmConsent = async (
  app: Pick<TestApp, 'call'>,
  who: Someone,
  provider: CrmProviderName,
  more: object = {},
): Promise<string> => {
  const { status, body } = await app.call('crm-init-oauth', { provider, orgId: who.orgId, userId: who.personId, ...more }, who)
  assert.equal(status, 200, JSON.stringify(body))
  return String(body.authorizeUrl)
}

/** Comes back from a CRM as a program does. */
export const returnFromCrm = (app: Pick<TestApp, 'call'>, who: Someone, back: URL): Promise<Answer> =>
  app.call('crm-callback', Object.fromEntries(back.searchParams), who)

/** Connects one of the companies of a simulated CRM, `alder@` or `birch@`, by consent: the id of the connection. */
export const connectCrm = async (
  app: Pick<TestApp, 'call'>,
  who: Someone,
  provider: CrmProviderName,
  account = 'alder@',
): Promise<string> => {
  const back = await consentAt(await beginCrmConsent(app, who, provider), { account })
  const { status, body } = await returnFromCrm(app, who, back)
  assert.equal(status, 200, JSON.stringify(body))
  return (body.connection as unknown as { id: string }).id
}
