import type { Database } from '#db/connect.ts'
import { summarizeChecks } from '#domains/business/documents/file-checks.ts'
// Which notices there are is declared by all modules.
import '#domains/catalogue.ts'
import { ago, count, type Finding, fine, trouble, warning } from './finding.ts'

const check = 'Document files'
/** Each night a share is read, so that all are within 30 days. */
const latestMs = 31 * 86_400_000

/** Whether the files of documents are what was stored, as the nightly reading found them. */
export const checkDocuments = async (database: Database, now: Date): Promise<Finding[]> => {
  const findings: Finding[] = []
  let files = 0
  let oldestMs = Number.POSITIVE_INFINITY
  const orgs = await database.db.selectFrom('directory.slugs').select(['org_id', 'slug']).orderBy('slug').execute()
  for (const { org_id: orgId, slug } of orgs) {
    const found = await database.inOrg(orgId, (db) => summarizeChecks(db, orgId))
    files += found.files
    if (found.oldestAt) oldestMs = Math.min(oldestMs, found.oldestAt.getTime())
    if (found.damaged > 0)
      findings.push(
        trouble(
          check,
          `${slug}: ${count(found.damaged, 'file')} of ${count(found.documents, 'document')} missing or not what was stored`,
          'The page of the document says which. Restore the file from a backup; it is read again every night.',
        ),
      )
  }
  if (files === 0) return findings
  const oldest = ago(now.getTime() - oldestMs)
  if (now.getTime() - oldestMs > latestMs)
    findings.push(
      warning(
        check,
        `the one read longest ago was read ${oldest} ago; each should be within 30 days`,
        'Keep a worker running at night; Settings → Background jobs shows whether `check-document-files` fails.',
      ),
    )
  else if (findings.length === 0) findings.push(fine(check, `${count(files, 'file')}, each read within the last ${oldest}`))
  return findings
}
