import type { PersonAskingContext, Step } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { ConnectionRow } from '#domains/connections/connections/connections.ts'
import type { DesignWish, VendorDesign } from '#ports/designs.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { areStale, findAbilities, keepAbilities } from './accounts.ts'
import { asDesignFailure, askCanva, askForCaller, ofAction } from './canva-calls.ts'
import { accountOf, type CanvaInput, missing, needed, targetOf } from './canva-input.ts'
import { addDesignJob, failDesignJob, finishDesignJob } from './design-jobs.ts'
import { type LinkTarget, linkDesign } from './design-links.ts'
import { enterDesign, findDesign, findDesignByVendorId, markGone, orderPicture, refreshDesigns } from './designs.ts'
import { designErrors } from './errors.ts'
import { designEvents } from './events.ts'
import { showDesigns, showVendorDesigns } from './shown-designs.ts'

/** Longer than a call may take: what was not settled by then ended with its process. */
const creatingMs = 120_000

/** A page of the designs that the account sees, those changed last first. */
export const listAtCanva = async ({ query, cursor, limit }: CanvaInput, context: PersonAskingContext) => {
  const account = await accountOf(context)
  if (cursor === undefined) await learnAbilities(account, context)
  const { items, next } = await askForCaller(ofAction(context), account.id, 'list', (designs) =>
    designs.list({ search: query || null, cursor: cursor ?? null, limit }),
  )
  return { designs: await shownOf(items, account, context), next_cursor: next }
}

/** What the plan can do is asked for once an hour; without an answer nothing more is offered than before. */
const learnAbilities = async (account: ConnectionRow, context: PersonAskingContext): Promise<void> => {
  const { org, inOrg, now, log } = context
  const known = await inOrg(({ db }) => findAbilities(db, org.id, account.id))
  if (!areStale(known, now())) return
  try {
    const abilities = await askCanva(ofAction(context), account.id, 'abilities', (designs) => designs.abilities())
    await inOrg(async ({ db, emit }) => {
      await keepAbilities(db, org.id, account.id, abilities, now())
      const isSame =
        known?.can_use_templates === abilities.canUseTemplates && known.can_fill_templates === abilities.canFillTemplates
      if (!isSame) await emit(designEvents.changed, account.id, { change: 'plan' })
    })
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof Failure)) throw error
    log.info({ connection_id: account.id }, 'what the plan of an account can do is not known')
  }
}

/** As Canva said them a moment ago, with what is known of them here. */
const shownOf = async (designs: readonly VendorDesign[], account: ConnectionRow, context: PersonAskingContext) => {
  const { org, inOrg, vault, now } = context
  const known = await inOrg(async ({ db, enqueue }) => {
    const rows = [...(await refreshDesigns({ db, orgId: org.id, connectionId: account.id }, designs)).values()]
    for (const row of rows) await orderPicture(db, enqueue, row, now())
    return new Map((await showDesigns(db, org.id, rows)).map((each) => [each.id, each]))
  })
  return showVendorDesigns(designs, known, { vault, orgId: org.id, connectionId: account.id, now: now() })
}

/** One design with fresh addresses. One that is used here is asked for in the account that it was in. */
export const showAtCanva = async (input: CanvaInput, context: PersonAskingContext) => {
  const id = needed(input, 'designId')
  const { org, inOrg, now } = context
  const known = await inOrg(({ db }) => findDesignByVendorId(db, org.id, id))
  const account = await accountOf(context)
  const connectionId = known?.connection_id ?? account.id
  try {
    const design = await askForCaller(ofAction(context), connectionId, 'find', (designs) => designs.find(id), 'designId')
    const [shown] = await shownOf([design], { ...account, id: connectionId }, context)
    if (!shown) throw new Error('a design that is shown as none')
    return { design: shown }
  } catch (error) {
    if (known && error instanceof Failure && error.code === 'design_not_found')
      await inOrg(({ db }) => markGone(db, org.id, known.id, now()))
    throw error
  }
}

export const formatsAtCanva = async (input: CanvaInput, context: PersonAskingContext) => {
  const id = needed(input, 'designId')
  const account = await accountOf(context)
  const formats = await askForCaller(
    ofAction(context),
    account.id,
    'exportTypes',
    (designs) => designs.exportTypes(id),
    'designId',
  )
  return { formats: [...formats] }
}

const wishOf = ({ kind, width, height, copyOf, templateId, title }: CanvaInput): DesignWish => {
  if (copyOf !== undefined) return { copyOf }
  if (templateId !== undefined) return { templateId }
  if (kind !== undefined) return { kind, title: title ?? null }
  if (width === undefined && height === undefined) throw missing('kind')
  if (width === undefined) throw missing('width')
  if (height === undefined) throw missing('height')
  return { width, height, title: title ?? null }
}

/**
 * A new design. Canva knows no key against doubles: what is asked for is written down before, so that a repeat under the same Idempotency-Key,
 * after a crash too, makes no second one.
 */
export const createAtCanva = async (input: CanvaInput, context: PersonAskingContext) => {
  const wish = wishOf(input)
  const target = await targetOf(input, context)
  const account = await accountOf(context)
  const { org, person, inOrg, now, idempotencyId } = context
  const { row, isNew } = await inOrg(({ db }) =>
    addDesignJob(db, {
      ...{ orgId: org.id, kind: 'create', connectionId: account.id, designId: null, wish, askedBy: idempotencyId },
      ...{ personId: person.id, dealId: target?.dealId ?? null, contactId: target?.contactId ?? null, state: 'asking' },
      nextAt: new Date(now().getTime() + creatingMs),
    }),
  )
  if (!isNew) return madeBefore(row.design_id, account, context)
  try {
    const made = await askCanva(ofAction(context), account.id, 'create', (designs) => designs.create(wish))
    await inOrg(async (step) => {
      const design = await enterNew(step, { orgId: org.id, connectionId: account.id, personId: person.id, target }, made, now())
      await finishDesignJob(step.db, row, design.id, now())
    })
    const [design] = await shownOf([made], account, context)
    if (!design) throw new Error('a design that is shown as none')
    return { design }
  } catch (error) {
    const failure = asDesignFailure(error, input.copyOf === undefined ? undefined : 'copyOf')
    const isUnknown = error instanceof ProviderError && error.kind === 'uncertain'
    // What is not expected leaves it open: it is settled as unknown.
    if (failure instanceof Failure) {
      const code = isUnknown ? 'outcome_unknown' : failure.code
      await inOrg(({ db }) => failDesignJob(db, row, code, now()))
    }
    throw failure
  }
}

/** What the first call under the same key made. */
const madeBefore = async (designId: string | null, account: ConnectionRow, context: PersonAskingContext) => {
  const { org, inOrg } = context
  const row = designId === null ? undefined : await inOrg(({ db }) => findDesign(db, org.id, designId))
  if (!row) throw new Failure(designErrors.design_outcome_unknown)
  const made = await askForCaller(ofAction(context), row.connection_id, 'find', (designs) => designs.find(row.vendor_id))
  const [design] = await shownOf([made], { ...account, id: row.connection_id }, context)
  if (!design) throw new Error('a design that is shown as none')
  return { design }
}

interface Entering {
  readonly orgId: string
  readonly connectionId: string
  readonly personId: string
  readonly target: LinkTarget | null
}

/** Enters a design that is used here from now on, with its link and a copy of its picture. */
export const enterNew = async (
  { db, emit, enqueue }: Step,
  { orgId, connectionId, personId, target }: Entering,
  design: VendorDesign,
  now: Date,
) => {
  const row = await enterDesign({ db, orgId, connectionId }, design)
  if (target) await linkDesign(db, orgId, row.id, target, personId)
  await orderPicture(db, enqueue, row, now)
  await emit(designEvents.changed, row.id, { change: target ? 'linked' : 'made' })
  return row
}
