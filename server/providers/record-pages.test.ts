import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CrmEntity } from '#ports/crm.ts'
import { hubspotCrm } from './hubspot/port.ts'
import { pipedriveCrm } from './pipedrive/port.ts'
import { salesforceCrm } from './salesforce/port.ts'
import { zohoCrm } from './zoho/port.ts'

test('a record of each CRM is found at an address of the vendor’s own, and none is made up where the account’s is not known', () => {
  const cases: [string | null, string | null][] = [
    [
      hubspotCrm.recordPage({ accountId: '123', apiBase: null }, 'contacts', '51'),
      'https://app.hubspot.com/contacts/123/record/0-1/51',
    ],
    [
      hubspotCrm.recordPage({ accountId: '123', apiBase: null }, 'deals', '../x?y'),
      'https://app.hubspot.com/contacts/123/record/0-3/..%2Fx%3Fy',
    ],
    [hubspotCrm.recordPage({ accountId: null, apiBase: null }, 'contacts', '51'), null],
    [
      salesforceCrm.recordPage({ accountId: '00D', apiBase: 'https://acme.my.salesforce.com' }, 'companies', '001A'),
      'https://acme.my.salesforce.com/001A',
    ],
    [
      zohoCrm.recordPage({ accountId: '1', apiBase: 'https://www.zohoapis.com.au' }, 'companies', '7'),
      'https://crm.zoho.com.au/crm/tab/Accounts/7',
    ],
    [
      zohoCrm.recordPage({ accountId: '1', apiBase: 'https://www.zohoapis.ca' }, 'deals', '7'),
      'https://crm.zohocloud.ca/crm/tab/Deals/7',
    ],
    [
      pipedriveCrm.recordPage({ accountId: '1', apiBase: 'https://acme.pipedrive.com' }, 'contacts', '7'),
      'https://acme.pipedrive.com/person/7',
    ],
  ]
  for (const [found, wanted] of cases) assert.equal(found, wanted)
  for (const crm of [salesforceCrm, zohoCrm, pipedriveCrm])
    for (const entity of ['companies', 'contacts', 'deals'] satisfies CrmEntity[])
      assert.equal(crm.recordPage({ accountId: '1', apiBase: null }, entity, '7'), null)
})
