import { z } from 'zod'
import type { Db, OpenContext } from '#core/context.ts'
import type { Fail } from '#core/errors.ts'
import { Brand, findBrand } from '#domains/platform/business-identity/brands.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { shape } from '#shapes'
import { findHumanStep, HumanStep, humanStepOf } from './human-step-rows.ts'
import { findStepLink } from './step-links.ts'

/** A step as its page shows it to a client: what is asked, and of the workspace how it shows itself to clients. */
export const LinkedStep = shape('LinkedStep', {
  organization: z.string().describe('Who asks'),
  brand: Brand,
  state: HumanStep.shape.state,
  heading: z.string(),
  text: z.string(),
  form: HumanStep.shape.form,
  choices: HumanStep.shape.choices,
  due_at: z.iso.datetime().nullable(),
  answered_by: z.enum(['client', 'organization']).nullable(),
  chosen: z.string().nullable().describe('The button that was pressed, by its label'),
  settled_at: z.iso.datetime().nullable(),
})
export type LinkedStep = z.output<typeof LinkedStep>

/** Which step a link is for; the transaction is in its workspace from then on. */
export const enterByStepLink = async (
  { db, enterOrg }: Pick<OpenContext, 'db' | 'enterOrg'>,
  token: string,
  fail: Fail<'step_link_unknown'>,
): Promise<{ orgId: string; stepId: string }> => {
  const link = await findStepLink(db, token)
  if (!link) throw fail('step_link_unknown')
  await enterOrg(link.org_id)
  return { orgId: link.org_id, stepId: link.step_id }
}

export const findLinkedStep = async (
  db: Db,
  orgId: string,
  stepId: string,
  locale: string,
): Promise<z.input<typeof LinkedStep> | undefined> => {
  const row = await findHumanStep(db, orgId, stepId)
  if (!row) return undefined
  const { state, heading, text, form, choices, due_at, answer, settled_at } = humanStepOf(row)
  return {
    organization: (await findOrganization(db, orgId))?.name ?? '',
    brand: await findBrand(db, orgId, locale),
    ...{ state, heading, text, form, choices, due_at, settled_at },
    answered_by: state !== 'answered' ? null : row.answered_via === 'client' ? 'client' : 'organization',
    chosen: choices.find(({ id }) => id === answer?.choice)?.label ?? null,
  }
}
