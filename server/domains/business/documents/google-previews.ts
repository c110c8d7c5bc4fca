import type { ExternalCallContext } from '#core/context.ts'
import type { ConnectionRow } from '#domains/connections/connections/connections.ts'
import type { TemplateVersionRow } from '../templates/templates.ts'
import { beginAttempt } from './contract-attempts.ts'
import type { Making } from './contract-papers.ts'
import { googlePaper, openGoogleMaking } from './google-papers.ts'
import { inTime } from './in-time.ts'

interface Previewing {
  readonly account: ConnectionRow
  readonly version: Pick<TemplateVersionRow, 'body' | 'google_file_id'>
  readonly values: ReadonlyMap<string, string>
  /** The word across each page. */
  readonly mark: string
}

/** A Google Doc with the values so far: of a copy that is removed at once, as of a document. */
export const previewGoogleDoc = async (
  context: ExternalCallContext,
  { account, version, values, mark }: Previewing,
  making: Making,
): Promise<Buffer> => {
  const { org, ports, newId, inOrg } = context
  const attempt = await inOrg((step) =>
    beginAttempt(step, {
      ...{ orgId: org.id, id: newId(), documentId: null, askedBy: null, wish: null, connectionId: account.id },
    }),
  )
  const google = openGoogleMaking(context, account, attempt.id)
  try {
    const { pdf } = await googlePaper(google.docs, ports, { version, mark: attempt.id, values }, making)
    const { title, issuer, locale, day } = making
    const pages = await inTime(ports.paper.pagesOf(pdf, org.id))
    const over = await inTime(
      ports.documents.setValues(
        {
          ...{ language: locale, title, date: day, mark },
          pages: pages.map(({ widthPt, heightPt }) => ({ widthPt, heightPt, boxes: [], frames: [] })),
        },
        org.id,
      ),
    )
    return await inTime(ports.paper.lay(pdf, over.pdf, { title, author: issuer }, org.id))
  } finally {
    await google.tidy()
  }
}
