import { z } from 'zod'
import type { ExternalCallContext } from '#core/context.ts'
import { inAction } from '#domains/connections/connections/access-tokens.ts'
import { enterGoogleDoc } from '../templates/entered-docs.ts'
import { findGoogleAccount, openGoogle } from '../templates/google-accounts.ts'
import { googleFileIdIn, readGoogleDoc } from '../templates/google-docs.ts'

const readMs = 25_000

/**
 * The template that a caller names: by its id, or by the id or address of a Google Doc, which is read now and becomes a template, or a new
 * version of the one that it is. Null for what can be neither.
 */
export const templateNamed = async (
  context: ExternalCallContext,
  named: string,
  personId: string | null,
): Promise<string | null> => {
  if (z.uuid().safeParse(named).success) return named
  const { org, ports, now, newId, inOrg } = context
  const fileId = googleFileIdIn(named)
  const account = fileId === null ? undefined : await inOrg(({ db }) => findGoogleAccount(db, org.id))
  if (fileId === null || !account) return null
  const until = new Date(now().getTime() + readMs)
  const docs = openGoogle(account, { ports, tokens: inAction(context), until })
  const read = await readGoogleDoc(docs, fileId, now(), 'templateId')
  return inOrg((step) => enterGoogleDoc(step, { orgId: org.id, personId, read, coverage: ports.documents.coverage(), newId }))
}
