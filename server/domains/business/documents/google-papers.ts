import type { ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { inAction } from '#domains/connections/connections/access-tokens.ts'
import type { ConnectionRow } from '#domains/connections/connections/connections.ts'
import type { OnlineDocs } from '#ports/online-docs.ts'
import type { Ports } from '#ports/ports.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { asGoogleFailure, openGoogle } from '../templates/google-accounts.ts'
import type { TemplateVersionRow } from '../templates/templates.ts'
import { markClean } from './contract-attempts.ts'
import type { ContractPaper, Making } from './contract-papers.ts'
import { withSignatures } from './contract-texts.ts'
import { fillGoogleDoc } from './google-contracts.ts'
import { inTime } from './in-time.ts'
import { aboutPaper } from './paper-properties.ts'
import { signingWords } from './strings.ts'

/** How long a caller waits for all that Google does, and after that for the copy to be removed. */
const makingMs = 75_000
const tidyingMs = 8_000

/** Documents of an account in which an attempt makes its copy. */
export interface GoogleMaking {
  readonly docs: OnlineDocs
  /** The copy is of no use any more. What cannot be removed now, a job removes. */
  tidy(): Promise<void>
}

type Context = Pick<ExternalCallContext, 'org' | 'ports' | 'vault' | 'now' | 'log' | 'inOrg'>

export const openGoogleMaking = (context: ExternalCallContext, account: ConnectionRow, attemptId: string): GoogleMaking => {
  const { ports, now } = context
  const tokens = inAction(context)
  const within = (ms: number): OnlineDocs => openGoogle(account, { ports, tokens, until: new Date(now().getTime() + ms) })
  const docs = within(makingMs)
  const made = new Set<string>()
  let isAnswered = true
  const known = (ids: readonly string[]): readonly string[] => {
    for (const id of ids) made.add(id)
    return ids
  }
  return {
    docs: {
      ...docs,
      findCopies: async (mark) => known(await docs.findCopies(mark)),
      async copy(fileId, of) {
        isAnswered = false
        const id = await docs.copy(fileId, of)
        isAnswered = true
        known([id])
        return id
      },
    },
    tidy: () => tidy(context, within(tidyingMs), { made, isAnswered, attemptId }),
  }
}

const tidy = async (
  { org, log, inOrg }: Context,
  docs: OnlineDocs,
  {
    made,
    isAnswered,
    attemptId,
  }: { readonly made: ReadonlySet<string>; readonly isAnswered: boolean; readonly attemptId: string },
): Promise<void> => {
  try {
    for (const id of made) await docs.remove(id)
    if (isAnswered) await inOrg(({ db }) => markClean(db, org.id, attemptId, true))
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof Failure)) throw error
    log.warn({ attempt_id: attemptId, code: error.code }, 'a copy of a Google Doc is left to be removed by its job')
  }
}

/** A Google Doc with values in it, as PDF, and a page for the signatures behind it. */
export const googlePaper = async (
  docs: OnlineDocs,
  ports: Pick<Ports, 'documents' | 'paper'>,
  {
    version,
    mark,
    values,
  }: {
    readonly version: Pick<TemplateVersionRow, 'body' | 'google_file_id'>
    /** Of the attempt. */
    readonly mark: string
    readonly values: ReadonlyMap<string, string>
  },
  making: Making,
): Promise<ContractPaper> => {
  const { orgId, title, issuer, locale, day, named } = making
  const { body, google_file_id: fileId } = version
  if (body === null || fileId === null) throw new Error('a version of a Google Doc without what was read')
  const filled = await fillGoogleDoc(docs, ports, { orgId, title, mark, fileId, body, values }).catch((error: unknown) => {
    throw asGoogleFailure(error)
  })
  // A preview without signers is the document alone.
  if (named.length === 0) return { ...filled, fields: [], words: [] }
  const signed = withSignatures({ blocks: [], placeholders: [], fields: [], faults: [], odd: [] }, [], named, locale)
  const set = await inTime(
    ports.documents.setContract(
      {
        ...{ language: locale, title, issuer, blocks: signed.blocks, mark: null },
        ...{ pageWords: signingWords(locale).pageWords, date: day },
      },
      orgId,
    ),
  )
  const { length: before } = await inTime(ports.paper.pagesOf(filled.pdf, orgId))
  const fields = signed.fields.map((each) => {
    const place = set.fields[each.id]
    return { ...each, ...place, page: before + (place?.page ?? 0) }
  })
  const pdf = await inTime(ports.paper.append(filled.pdf, set.pdf, aboutPaper(making), orgId))
  return { pdf, fields, changes: filled.changes, words: [] }
}
