import type { OpenAskingContext } from '#core/context.ts'
import { type Fail, transportErrors } from '#core/errors.ts'
import { findNamedOrganization } from '#domains/platform/organizations/organizations.ts'
import { userErrors } from '#domains/platform/users/errors.ts'

export const workspaceErrors = [transportErrors.missing_field, userErrors.organization_not_found] as const

/** The workspace that is meant: that of the token, else the one that is named by id or slug, else the only one. */
export const workspaceOf = async (
  named: string | undefined,
  { signedIn, outside }: Pick<OpenAskingContext, 'signedIn' | 'outside'>,
  fail: Fail<(typeof workspaceErrors)[number]['code']>,
): Promise<string> => {
  const orgId = signedIn?.orgId ?? (await outside((db) => findNamedOrganization(db, named)))
  if (orgId !== null) return orgId
  if (named) throw fail('organization_not_found', { field: 'orgId' })
  throw fail('missing_field', { message: 'Missing required field: orgId', field: 'orgId' })
}
