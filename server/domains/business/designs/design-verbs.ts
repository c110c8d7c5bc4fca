import type { PersonAskingContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { askForCaller, ofAction } from './canva-calls.ts'
import { accountOf, type CanvaInput, missing, needed, targetOf } from './canva-input.ts'
import { addDesignJob, type DesignJobRow, findDesignJob } from './design-jobs.ts'
import { linkDesign, unlinkDesign } from './design-links.ts'
import { type DesignRow, findDesign, findDesignByVendorId, orderPicture } from './designs.ts'
import { enterNew } from './designs-at-canva.ts'
import { designErrors } from './errors.ts'
import { designEvents } from './events.ts'
import { failureWords } from './failure-words.ts'
import { runDesignJobReference } from './job-references.ts'
import { findFilesOf, forgetExport, removeFromStore } from './kept-files.ts'
import { showDesigns, shownExport, statusOf } from './shown-designs.ts'

/** The design as it is known here; what is not is asked for in the workspace's account, so that no other account's is taken. */
const usedDesign = async (vendorId: string, context: PersonAskingContext): Promise<DesignRow> => {
  const { org, person, inOrg, now } = context
  const account = await accountOf(context)
  const known = await inOrg(({ db }) => findDesignByVendorId(db, org.id, vendorId))
  if (known && known.gone_at === null) return known
  const connectionId = known?.connection_id ?? account.id
  const design = await askForCaller(ofAction(context), connectionId, 'find', (designs) => designs.find(vendorId), 'designId')
  return inOrg((step) => enterNew(step, { orgId: org.id, connectionId, personId: person.id, target: null }, design, now()))
}

const inOrder = (pages: readonly number[]): number[] => [...new Set(pages)].sort((a, b) => a - b)

/** Orders the files of a design. Canva is asked by a job; the same click twice is one export. */
export const exportDesign = async (input: CanvaInput, context: PersonAskingContext) => {
  const format = needed(input, 'format')
  const design = await usedDesign(needed(input, 'designId'), context)
  const { org, person, inOrg, now, idempotencyId } = context
  return inOrg(async ({ db, emit, enqueue }) => {
    const { row, isNew } = await addDesignJob(db, {
      ...{ orgId: org.id, kind: 'export', connectionId: design.connection_id, designId: design.id },
      ...{ wish: { type: format, pages: inOrder(input.pages) }, askedBy: idempotencyId, personId: person.id },
      ...{ dealId: null, contactId: null, state: 'queued', nextAt: now() },
    })
    if (isNew) {
      await enqueue(runDesignJobReference, { orgId: org.id, jobId: row.id })
      await emit(designEvents.changed, design.id, { change: 'export' })
    }
    const files = await findFilesOf(db, org.id, [row.id])
    return { export: shownExport(row, design.title, files) }
  })
}

/** How far an export or an autofill is, as it is written down here. */
export const showStatus = async ({ exportId, autofillId }: CanvaInput, { org, inOrg }: PersonAskingContext) => {
  if (exportId === undefined && autofillId === undefined) throw missing('exportId')
  return inOrg(async ({ db }) => {
    if (exportId === undefined) {
      const row = await findDesignJob(db, org.id, autofillId ?? '', 'fill')
      if (!row) throw new Failure(designErrors.design_job_not_found, { field: 'autofillId' })
      const made = row.state === 'done' ? await findDesign(db, org.id, row.design_id ?? '') : undefined
      const [design = null] = made ? await showDesigns(db, org.id, [made]) : []
      return { autofill: { ...shownFill(row), design } }
    }
    const row = await findDesignJob(db, org.id, exportId, 'export')
    const design = row && (await findDesign(db, org.id, row.design_id ?? ''))
    if (!row || !design) throw new Failure(designErrors.design_export_not_found, { field: 'exportId' })
    return { export: shownExport(row, design.title, await findFilesOf(db, org.id, [row.id])) }
  })
}

const shownFill = (row: DesignJobRow) => ({
  ...{ id: row.id, status: statusOf(row), code: row.code },
  message: row.code === null ? row.reason : failureWords(row.code, row.reason),
})

/** Removes an export with its files; one that is under way ends. */
export const removeExport = async (input: CanvaInput, { org, inOrg, ports }: PersonAskingContext) => {
  const exportId = needed(input, 'exportId')
  const names = await inOrg(async ({ db, emit }) => {
    const row = await findDesignJob(db, org.id, exportId, 'export')
    if (!row) throw new Failure(designErrors.design_export_not_found, { field: 'exportId' })
    await emit(designEvents.changed, row.design_id ?? exportId, { change: 'removed' })
    return forgetExport(db, org.id, exportId)
  })
  await removeFromStore(ports.files, names)
  return { success: true as const }
}

export const linkAtDesign = async (input: CanvaInput, context: PersonAskingContext) => {
  const vendorId = needed(input, 'designId')
  const target = await targetOf(input, context)
  if (!target) throw missing('dealId')
  const used = await usedDesign(vendorId, context)
  const { org, person, inOrg, now } = context
  return inOrg(async ({ db, emit, enqueue }) => {
    const { id: linkId, isNew } = await linkDesign(db, org.id, used.id, target, person.id)
    await orderPicture(db, enqueue, used, now())
    if (isNew) await emit(designEvents.changed, used.id, { change: 'linked' })
    const [design] = await showDesigns(db, org.id, [used])
    if (!design) throw new Error('a design that is shown as none')
    return { linkId, design }
  })
}

/** Its exports stay: they are the design's. */
export const unlinkAtDesign = async (input: CanvaInput, { org, inOrg }: PersonAskingContext) => {
  const linkId = needed(input, 'linkId')
  return inOrg(async ({ db, emit }) => {
    const designId = await unlinkDesign(db, org.id, linkId)
    if (designId === undefined) throw new Failure(designErrors.design_link_not_found, { field: 'linkId' })
    await emit(designEvents.changed, designId, { change: 'unlinked' })
    return { success: true as const }
  })
}

/** Brand templates of the account, where its plan has any. */
export const listTemplates = async ({ query, cursor, limit }: CanvaInput, context: PersonAskingContext) => {
  const account = await accountOf(context)
  const { items, next } = await askForCaller(ofAction(context), account.id, 'templates', (designs) =>
    designs.templates({ search: query || null, cursor: cursor ?? null, limit }),
  )
  return { templates: items.map(({ id, title }) => ({ id, title })), next_cursor: next }
}

export const showTemplate = async (input: CanvaInput, context: PersonAskingContext) => {
  const templateId = needed(input, 'templateId')
  const account = await accountOf(context)
  const fields = await askForCaller(
    ofAction(context),
    account.id,
    'templateFields',
    (designs) => designs.templateFields(templateId),
    'templateId',
  )
  return { fields: [...fields] }
}

/** Orders a design from a template with texts in it. Names of fields are checked first: an order that cannot be filled is none. */
export const autofill = async (input: CanvaInput, context: PersonAskingContext) => {
  const [templateId, texts] = [needed(input, 'templateId'), needed(input, 'texts')]
  const target = await targetOf(input, context)
  const account = await accountOf(context)
  const known = await askForCaller(
    ofAction(context),
    account.id,
    'templateFields',
    (designs) => designs.templateFields(templateId),
    'templateId',
  )
  const unknown = Object.keys(texts).find((name) => !known.some((field) => field.name === name && field.kind === 'text'))
  if (unknown !== undefined || Object.keys(texts).length === 0)
    throw new Failure(designErrors.design_template_field_unknown, { field: 'texts' })
  const { org, person, inOrg, now, idempotencyId } = context
  return inOrg(async ({ db, enqueue }) => {
    const { row, isNew } = await addDesignJob(db, {
      ...{ orgId: org.id, kind: 'fill', connectionId: account.id, designId: null },
      ...{ wish: { templateId, title: input.title ?? null, texts }, askedBy: idempotencyId, personId: person.id },
      ...{ dealId: target?.dealId ?? null, contactId: target?.contactId ?? null, state: 'queued', nextAt: now() },
    })
    if (isNew) await enqueue(runDesignJobReference, { orgId: org.id, jobId: row.id })
    return { autofill: { ...shownFill(row), design: null } }
  })
}
