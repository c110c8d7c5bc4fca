import type { Db, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { FileDamaged, readStored, storeBytes, storeOf } from './document-files.ts'
import { findDocument } from './documents.ts'
import { raiseBroken, warnOfEnd } from './identities.ts'
import { recordEvidenceJob } from './job-references.ts'
import { wasRemoved } from './keeping.ts'
import {
  enterRecord,
  findHeads,
  findNewestRecord,
  type Head,
  HeadsFile,
  headsFileName,
  headsFileOf,
  recordPage,
} from './seal-records.ts'
import { clockOf, findRoots, findSealing, openIdentity } from './sealing.ts'
import { sealStamped } from './stamping.ts'

/**
 * The record of a night: first what the last one says is held against the chains, out of its sealed file and not out of the database, then
 * the heads of all documents are sealed into a new one. Of a chain that was changed, the new one holds the head of before, night after night.
 */
export const recordEvidence = job({
  ...recordEvidenceJob,
  summary: 'Seal the heads of all documents of a workspace into one record',
  retry: { times: 8, delaySeconds: 60 },
  expireSeconds: 600,

  async run({ orgId, day }, context) {
    const { inOrg, ports, vault, newId } = context
    const found = await inOrg(orgId, async (db) => {
      const at = await clockOf(db)
      await warnOfEnd(db, orgId, at)
      const { identity } = await findSealing(db, orgId)
      const last = await findNewestRecord(db, orgId)
      return identity === null || last?.day === day ? null : { at, last }
    })
    if (!found) return
    const { at, last } = found
    const broken = last ? await checkRecord(context, orgId, last) : []
    const { heads, organization, identity, sealing } = await inOrg(orgId, async (db) => ({
      heads: headsWith(await findHeads(db, orgId), broken),
      organization: (await findOrganization(db, orgId))?.name ?? '',
      identity: await openIdentity(db, orgId, vault),
      sealing: await findSealing(db, orgId),
    }))
    if (heads.length === 0) return
    const { pdf } = await ports.documents.setContract(recordPage(organization, at, heads), orgId)
    const { sealed, stamping } = await sealStamped(ports, pdf, {
      order: {
        ...{ identity, name: organization, reason: `Record of evidence, ${day}`, at },
        attachments: [{ name: headsFileName, type: 'application/json', bytes: headsFileOf(orgId, at, heads) }],
      },
      // A record of tonight is worth more than one with a timestamp of tomorrow: it does not wait for its authority.
      sealing: { ...sealing, timestamp: sealing.timestamp === 'none' ? 'none' : 'preferred' },
      ...{ since: new Date(0), workspace: orgId },
    })
    const id = newId()
    const named = { orgId, stem: `records-${orgId}-${day}`, kind: 'record', subjectId: id } as const
    const file = await storeBytes(storeOf(context, orgId), named, sealed)
    const stampedAt = stamping.timestamp === 'stamped' ? new Date(stamping.stamped_at) : null
    await inOrg(orgId, (db) => enterRecord(db, orgId, { id, day, file, stampedAt, heads }))
  },
})

type Last = NonNullable<Awaited<ReturnType<typeof findNewestRecord>>>

/** Of a chain that is not as it was, the head of before stays: a record of tonight would say that the changed one is true. */
const headsWith = (heads: readonly Head[], broken: readonly Head[]): Head[] => {
  const before = new Map(broken.map((head) => [head.document, head]))
  const stay = heads.filter(({ document }) => !before.has(document))
  return [...stay, ...before.values()].sort((a, b) => (a.document < b.document ? -1 : 1))
}

/** Holds the chains of today against a record, and raises what is not as it was: answers what it says of those. */
const checkRecord = async ({ inOrg, ports, log }: JobContext, orgId: string, last: Last): Promise<readonly Head[]> => {
  const heads = await readHeads(ports, last, orgId, await inOrg(orgId, (db) => findRoots(db, orgId)))
  if (typeof heads === 'string') {
    log.error({ recordId: last.id, broken: heads }, 'a record of evidence is broken')
    await inOrg(orgId, (db) => raiseBroken(db, orgId, last.id, { document: null, title: last.day, says: heads }))
    return []
  }
  const broken: Head[] = []
  for (const head of heads)
    await inOrg(orgId, async (db) => {
      const says = await findDifference(db, orgId, head)
      if (says === null) return
      broken.push(head)
      log.error({ documentId: head.document, broken: says }, 'the evidence of a document is broken')
      const title = (await findDocument(db, orgId, head.document))?.title ?? null
      await raiseBroken(db, orgId, head.document, { document: head.document, title, says })
    })
  return broken
}

const findDifference = async (db: Db, orgId: string, { document, seq, head }: Head): Promise<string | null> => {
  const event = await db
    .selectFrom('document_events')
    .select('hash')
    .where('org_id', '=', orgId)
    .where('document_id', '=', document)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (!event && (await wasRemoved(db, orgId, { document, seq, head }))) return null
  if (!event) return `event ${seq}, which the last nightly record holds, is missing`
  return event.hash.toString('hex') === head ? null : `event ${seq} is not the one that the last nightly record holds`
}

/** The heads in the file of a record; in words why there are none. */
const readHeads = async (
  { files, paper }: Pick<JobContext['ports'], 'files' | 'paper'>,
  record: Last,
  orgId: string,
  roots: readonly Buffer[],
): Promise<readonly Head[] | string> => {
  try {
    const pdf = await readStored(files, record)
    const { isIntact, attachments } = await paper.check(pdf, roots, orgId)
    if (!isIntact) return 'its seal does not hold'
    const bytes = attachments.find(({ name }) => name === headsFileName)?.bytes
    const told = HeadsFile.safeParse(bytes && JSON.parse(bytes.toString()))
    return told.success && told.data.workspace === orgId ? told.data.documents : 'it holds no heads'
  } catch (error) {
    if (error instanceof FileDamaged) return 'its file is missing or damaged'
    throw error
  }
}
