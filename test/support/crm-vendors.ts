import type { CrmEntity, OwnField } from '#ports/crm.ts'
import { hubspotCrm } from '../../server/providers/hubspot/port.ts'
import { pipedriveCrm } from '../../server/providers/pipedrive/port.ts'
import { salesforceCrm } from '../../server/providers/salesforce/port.ts'
import type { CrmVendor } from '../../server/providers/vendors.ts'
import { zohoCrm } from '../../server/providers/zoho/port.ts'

/** A vendor of the port, and what its API cannot do. */
export interface TestedCrm {
  /** Of its simulator. */
  readonly slug: string
  readonly vendor: CrmVendor
  readonly auth: 'oauth' | 'key'
  /** `account`: letters and digits; each is an account of its own. */
  readonly token: (account: string) => string
  /** Fields of ours that it has no field for. */
  readonly lacks: readonly OwnField[]
  /** Labels of the simulator's custom fields that it does not have in this form. */
  readonly lacksCustom: readonly string[]
  /** Its modification times are in whole so many milliseconds. */
  readonly stepMs: number
  /** Whether it says which record a merged one went into, and answers an old id with it. */
  readonly tellsMerges: boolean
  /** How many contacts of a deal its API shows. */
  readonly mostContactsOfDeal: number
  /** How many companies of a record its API shows; all where it is not said. */
  readonly mostCompanies?: number
  /** How many contacts its API links to a new deal; as many as it shows where nothing is said. */
  readonly mostContactsMade?: number
  /** The kinds that it counts; all where it is not said. */
  readonly counts?: readonly CrmEntity[]
  /** Fields of ours that it takes no value for. */
  readonly unwritten?: readonly OwnField[]
  /** Fields of ours that cannot be empty there. */
  readonly unclearable?: readonly OwnField[]
}

/** All who must keep the promises of server/ports/crm.long.test.ts, one line each. */
export const testedCrms: readonly TestedCrm[] = [
  {
    ...{ slug: 'hubspot', vendor: hubspotCrm, auth: 'key', token: (account) => `pat-eu1-${account}` },
    ...{ lacks: ['full_name'], lacksCustom: [], stepMs: 1, tellsMerges: true, mostContactsOfDeal: 1_000 },
  },
  {
    ...{ slug: 'zoho', vendor: zohoCrm, auth: 'oauth', token: (account) => `1000.${account}` },
    ...{ lacks: ['full_name', 'company'], lacksCustom: [], stepMs: 1_000, tellsMerges: false, mostContactsOfDeal: 1_000 },
    ...{ mostCompanies: 1, mostContactsMade: 1 },
  },
  {
    ...{ slug: 'pipedrive', vendor: pipedriveCrm, auth: 'key', token: (account) => `pd${account}` },
    ...{ lacks: ['company', 'linkedin_url'], lacksCustom: [], stepMs: 1_000, tellsMerges: false, mostContactsOfDeal: 1_000 },
    ...{
      mostContactsMade: 1,
      mostCompanies: 1,
      counts: ['deals'],
      unwritten: ['first_name', 'last_name'],
      unclearable: ['amount'],
    },
  },
  {
    ...{ slug: 'salesforce', vendor: salesforceCrm, auth: 'oauth', token: (account) => `00D${account}!AQ` },
    ...{ lacks: ['full_name', 'company', 'linkedin_url'], lacksCustom: [], stepMs: 1_000, tellsMerges: false },
    ...{ mostContactsOfDeal: 1_000, mostCompanies: 1 },
  },
]
