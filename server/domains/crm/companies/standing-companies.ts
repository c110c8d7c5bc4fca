import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { type CompanyRow, lockCompanyGroups, topCompany } from './company-groups.ts'
import { companyErrors } from './errors.ts'

/**
 * The company that stands for this one, for which something is made, held until the transaction ends, so that it is not deleted
 * meanwhile. Throws `company_not_found`, also of one that was removed for good, and `record_in_bin`.
 */
export const lockStandingCompany = async (db: Db, orgId: string, id: string): Promise<CompanyRow> => {
  const company = topCompany(await lockCompanyGroups(db, orgId, [id]), id)
  if (!company || company.removed_at) throw new Failure(companyErrors.company_not_found, { field: 'companyId' })
  if (company.deleted_at) throw new Failure(recordErrors.record_in_bin, { field: 'companyId' })
  return company
}
