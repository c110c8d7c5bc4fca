import { z } from 'zod'
import type { PreparingContext } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import type { TokenContext } from '#domains/connections/connections/tokens.ts'
import type { OnlineDoc, OnlineDocs } from '#ports/online-docs.ts'
import { asGoogleFailure, findGoogleAccount, openGoogle } from './google-accounts.ts'
import { googleErrors } from './google-errors.ts'
import { unreadable } from './placeholders.ts'
import { fieldsWritten } from './template-texts.ts'

/** What was read of a Google Doc, as a version of a template keeps it. */
export interface ReadGoogleDoc {
  readonly fileId: string
  readonly title: string
  readonly revision: string | null
  readonly body: string
  readonly at: Date
}

const id = /^[\w-]{10,200}$/
const addresses = [
  /^https:\/\/docs\.google\.com\/document\/(?:u\/\d+\/)?d\/([\w-]{10,200})(?:[/?#]|$)/,
  /^https:\/\/drive\.google\.com\/(?:file\/(?:u\/\d+\/)?d\/([\w-]{10,200})(?:[/?#]|$)|open\?(?:[^#]*&)?id=([\w-]{10,200})(?:[&#]|$))/,
]

/** The id of a Google file in its address, or as it is; null for anything else. Nothing is fetched from an address. */
export const googleFileIdIn = (written: string): string | null => {
  const text = written.trim()
  if (id.test(text)) return text
  for (const address of addresses) {
    const found = address.exec(text)
    if (found) return found[1] ?? found[2] ?? null
  }
  return null
}

export const GoogleFileId = z
  .string()
  .trim()
  .min(1)
  .max(2_048)
  .describe('Of a Google Doc: its address in the browser, or the id in it. It is read anew with each time that this is sent')

/** The most that is kept of a text. */
const lettersMost = 200_000
/** How long a caller waits for Google to read a document. */
const readMs = 25_000

/** Reads a document; refuses what cannot be a template. */
export const readGoogleDoc = async (
  docs: OnlineDocs,
  fileId: string,
  at: Date,
  field = 'googleFileId',
): Promise<ReadGoogleDoc> => {
  const doc = await docs.read(fileId).catch((error: unknown) => {
    throw asGoogleFailure(error, field)
  })
  return { fileId, title: doc.title, revision: doc.revision, body: bodyOf(doc), at }
}

/** The text of a document, a paragraph a line. */
export const bodyOf = ({ paragraphs, hasSuggestions }: OnlineDoc): string => {
  if (hasSuggestions) throw unreadable(['it has open suggestions; accept or reject them in Google Docs'], 'googleFileId')
  const body = paragraphs.join('\n')
  if (body.length > lettersMost) throw unreadable([`it has more than ${lettersMost} characters`], 'googleFileId')
  const fields = fieldsWritten(body)
  if (fields.length > 0)
    throw unreadable(
      [`${fields.slice(0, 3).join(', ')}: a Google Doc has no fields; all sign on a page that is added at its end`],
      'googleFileId',
    )
  return body
}

/** For an action that is sent the address of a Google Doc: reads it before the transaction. Undefined where none was sent. */
export const readSentDoc = async (
  written: string | undefined,
  context: PreparingContext,
): Promise<ReadGoogleDoc | undefined> => {
  if (written === undefined) return undefined
  const { orgId, inOrg, ports, vault, now, log } = context
  if (orgId === null) throw new Failure(transportErrors.not_signed_in)
  const fileId = googleFileIdIn(written)
  if (fileId === null) throw new Failure(googleErrors.google_doc_address_wrong, { field: 'googleFileId' })
  const account = await inOrg(orgId, (db) => findGoogleAccount(db, orgId))
  if (!account) throw new Failure(googleErrors.google_not_connected, { field: 'googleFileId' })
  const tokens: TokenContext = { ports, vault, now, log, orgId, inOrg: (work) => inOrg(orgId, work) }
  const docs = openGoogle(account, { ports, tokens, until: new Date(now().getTime() + readMs) })
  return readGoogleDoc(docs, fileId, now())
}
