import { Readable } from 'node:stream'
import type { JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { announceFile } from '#domains/platform/files/stored-files.ts'
import type { Designs, ExportType, VendorJob } from '#ports/designs.ts'
import type { Stored } from '#ports/files.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { askCanva, type DesignContext, filesAtCanva, ofJob } from './canva-calls.ts'
import { changeDesignJob, type DesignJobRow, ExportWish, FillWish, finishDesignJob } from './design-jobs.ts'
import { linkDesign } from './design-links.ts'
import { enterDesign, findDesign, orderPicture } from './designs.ts'
import { JobOver } from './job-over.ts'
import { enterFile, findFilesOf, isFileOf, nameInStore, typeOf } from './kept-files.ts'

const mostBytes = 200 * 1024 * 1024
const mostFiles = 300
/** So much of a file says what it is. */
const beginBytes = 1_024

/** What a step found: the job goes on later, or has ended. */
export type Step = 'later' | 'ended'

/** Asks Canva to begin, once. From the moment that it is written down, no other run asks again. */
export const begin = async (context: JobContext, row: DesignJobRow): Promise<void> => {
  const { org_id: orgId, connection_id: connectionId } = row
  const { inOrg } = context
  const asking = ofJob(context, orgId)
  const first = async <T>(operation: 'beginExport' | 'beginFill', ask: (designs: Designs) => Promise<T>): Promise<T> =>
    askCanva(asking, connectionId, operation, async (designs) => {
      if (!(await inOrg(orgId, (db) => changeDesignJob(db, row, { state: 'asking' })))) throw new JobOver()
      return ask(designs)
    })
  const vendorJobId = row.kind === 'export' ? await beginExport(context, row, first) : await beginFill(row, first)
  await inOrg(orgId, (db) => changeDesignJob(db, row, { state: 'running', vendor_job_id: vendorJobId, reason: null }))
}

type First = <T>(operation: 'beginExport' | 'beginFill', ask: (designs: Designs) => Promise<T>) => Promise<T>

const beginExport = async ({ inOrg }: JobContext, row: DesignJobRow, first: First): Promise<string> => {
  const design = await inOrg(row.org_id, (db) => findDesign(db, row.org_id, row.design_id ?? ''))
  if (!design) throw new JobOver()
  const wish = ExportWish.parse(row.wish)
  return first('beginExport', (designs) => designs.beginExport(design.vendor_id, wish))
}

const beginFill = (row: DesignJobRow, first: First): Promise<string> => {
  const wish = FillWish.parse(row.wish)
  return first('beginFill', (designs) => designs.beginFill(wish))
}

/** Looks how far Canva is, and takes what it has made. */
export const goOn = (context: JobContext, row: DesignJobRow): Promise<Step> =>
  row.kind === 'export' ? goOnWithExport(context, row) : goOnWithFill(context, row)

const resultOf = <Result>(job: VendorJob<Result>): Result | null => {
  if (job.state === 'failed') throw new JobOver(job.code)
  return job.state === 'done' ? job.result : null
}

const goOnWithExport = async (context: JobContext, row: DesignJobRow): Promise<Step> => {
  const { org_id: orgId, connection_id: connectionId } = row
  const asking = ofJob(context, orgId)
  const job = await askCanva(asking, connectionId, 'findExport', (designs) => designs.findExport(row.vendor_job_id ?? ''))
  const urls = resultOf(job)
  if (urls === null) return 'later'
  if (urls.length > mostFiles) throw new JobOver('too_many_files')
  const kept = await context.inOrg(orgId, (db) => findFilesOf(db, orgId, [row.id]))
  const files = await filesAtCanva(asking, connectionId)
  for (const [place, url] of urls.entries())
    if (!kept.some((file) => file.place === place)) await keepOne(context, row, { place, url, files })
  await context.inOrg(orgId, (db) => finishDesignJob(db, row, row.design_id ?? '', context.now()))
  return 'ended'
}

/** Streams a file into the store. No transaction is open while it comes. */
const keepOne = async (
  { inOrg, ports, signal }: JobContext,
  row: DesignJobRow,
  { place, url, files }: { readonly place: number; readonly url: string; readonly files: Designs },
): Promise<void> => {
  const { org_id: orgId } = row
  const { type } = ExportWish.parse(row.wish)
  const name = nameInStore(row, place)
  const opened = await files.openFile(url, { maxBytes: mostBytes, signal })
  await inOrg(orgId, (db) => announceFile(db, orgId, { name, kind: 'design', subjectId: row.id }))
  const content = Readable.from(checked(opened.pieces, type), { objectMode: false })
  const stored: Stored = await ports.files.put(name, content, { maxBytes: mostBytes })
  const isOurs = await inOrg(orgId, async (db) => {
    if (!(await changeDesignJob(db, row, { reason: null }))) return false
    await enterFile(db, row, { ...stored, name, place_in_order: place, type: typeOf(type) })
    return true
  })
  if (isOurs) return
  // Disconnected, removed or taken over meanwhile: the sweep finds the name if this ends half-way.
  await ports.files.remove(name)
  throw new JobOver()
}

/** The same pieces, of a file that begins as one of its type. */
async function* checked(pieces: AsyncGenerator<Buffer, void, void>, type: ExportType): AsyncGenerator<Buffer, void, void> {
  let begin: Buffer | null = Buffer.alloc(0)
  for await (const piece of pieces) {
    if (begin === null) yield piece
    else {
      begin = Buffer.concat([begin, piece])
      if (begin.length < beginBytes) continue
      if (!isFileOf(type, begin)) throw unfit()
      yield begin
      begin = null
    }
  }
  if (begin === null) return
  if (!isFileOf(type, begin)) throw unfit()
  yield begin
}

const unfit = (): ProviderError =>
  new ProviderError('refused', 'What Canva sent is no file of this format.', { code: 'file_unfit' })

const goOnWithFill = async (context: JobContext, row: DesignJobRow): Promise<Step> => {
  const { org_id: orgId, connection_id: connectionId } = row
  const asking = ofJob(context, orgId)
  const job = await askCanva(asking, connectionId, 'findFill', (designs) => designs.findFill(row.vendor_job_id ?? ''))
  const designId = resultOf(job)
  if (designId === null) return 'later'
  await enterMade(context, asking, row, designId)
  return 'ended'
}

const enterMade = async (context: JobContext, asking: DesignContext, row: DesignJobRow, designId: string): Promise<void> => {
  const { org_id: orgId, connection_id: connectionId } = row
  const made = await askCanva(asking, connectionId, 'find', (designs) => designs.find(designId))
  await context.inOrg(orgId, async (db) => {
    const design = await enterDesign({ db, orgId, connectionId }, made)
    if (!(await finishDesignJob(db, row, design.id, context.now()))) return
    const target = { dealId: row.deal_id, contactId: row.contact_id }
    if (target.dealId !== null || target.contactId !== null) await linkDesign(db, orgId, design.id, target, row.person_id)
    const enqueue: Parameters<typeof orderPicture>[1] = (job, data, start) => context.enqueueIn(db, job, data, start)
    await orderPicture(db, enqueue, design, context.now())
  })
}

/** A file of which a try may be worth another: its address may be given anew, and what came may have been a passing fault. */
export const isMissedFile = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && (error.code === 'address_over' || error.code === 'file_unfit')

/** Whether an error passes, and what is told of it meanwhile. */
export const passing = (error: unknown): { readonly reason: string; readonly waitMs: number } | null => {
  if (error instanceof ProviderError) {
    const passes = error.kind === 'unreachable' || error.kind === 'busy' || error.kind === 'broken'
    return passes ? { reason: error.reason, waitMs: error.retryAfterMs ?? 0 } : null
  }
  if (!(error instanceof Failure)) return null
  if (error.code === 'connection_needs_consent' || error.code === 'sandbox_is_off')
    return { reason: error.message, waitMs: 600_000 }
  const passes = error.code === 'provider_busy' || error.code === 'provider_unreachable'
  return passes ? { reason: error.message, waitMs: (error.retryAfterSeconds ?? 0) * 1_000 } : null
}
