import type { CrmEntity, CrmFieldMapping, SyncedField } from '#web/wire.ts'
import { mappingStrings as strings } from './mapping-strings.ts'
import { fieldName } from './values.ts'

/** What can be chosen for a field of the CRM. */
export type FieldChoice = Pick<CrmFieldMapping, 'ours' | 'direction' | 'conflict'>

/** The fields here that a field of the CRM can become. */
export const ownFields = {
  companies: ['name', 'domain'],
  contacts: ['email', 'phone', 'full_name', 'first_name', 'last_name', 'company', 'job_title', 'linkedin_url'],
  deals: ['name', 'amount', 'currency', 'stage', 'owner'],
} as const satisfies Record<CrmEntity, readonly SyncedField[]>

/** By which a field of the CRM is known. */
export const keyOf = ({ entity, theirs }: Pick<CrmFieldMapping, 'entity' | 'theirs'>): string => `${entity} ${theirs}`

/** Whether its value can be written at the CRM; the currency is a part of the amount. */
export const canWrite = ({ is_writable }: Pick<CrmFieldMapping, 'is_writable'>, ours: string): boolean =>
  is_writable && ours !== 'custom' && ours !== 'currency'

/** Those of a kind that there are, by what a mapping calls them. */
export type OwnNames = ReadonlyMap<string, string>

export const becomesText = ({ ours, direction }: FieldChoice, names: OwnNames): string =>
  direction === 'off' ? strings.leftOut : ours === 'custom' ? strings.keptAs : fieldName(ours, names.get(ours))

/** What has a field here comes first, then what is kept under its own name, then what is left out. */
export const rankOf = ({ ours, direction }: FieldChoice): number => (direction === 'off' ? 2 : ours === 'custom' ? 1 : 0)

export const isSameChoice = (one: FieldChoice, other: FieldChoice): boolean =>
  one.direction === other.direction && (one.direction === 'off' || (one.ours === other.ours && one.conflict === other.conflict))
