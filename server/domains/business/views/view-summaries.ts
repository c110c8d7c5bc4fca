import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { loadReasons } from '#domains/conversations/mail/load-classes.ts'
import { choice, shape } from '#shapes'
import { findVersion } from '../proposals/proposals.ts'

type ViewRow = Selectable<Tables['page_views']>

/** As for the picture of an email, but for who is no known program: a page is not opened by a mail program. */
const pageReasons: ReadonlyMap<string, string> = new Map([...loadReasons, ['none', 'Opened in a browser']])

const ViewClass = choice('ViewClass', ['person', 'proxy', 'scanner', 'own'])

const PageView = shape('PageView', {
  id: z.uuid(),
  class: ViewClass.describe('`own`: a member who is signed in'),
  reason: z.string().describe('By which rule the class is known, in words'),
  whose: z.string().nullable().describe('Whose link it was: the name of the signer or of the client'),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  times: z.int().describe('How often the page was loaded in that half hour'),
  attended: z.boolean().describe('The viewer moved the pointer, pressed or typed'),
  seconds: z.int(),
})

const ViewedPart = shape('ViewedPart', {
  part: z.string().describe('`p1`: a page; `s1`: a section; `prices`'),
  title: z.string().nullable().describe('Of a section'),
  seconds: z.int(),
})

/** How a document or a proposal was viewed by people; programs and members count in `views` alone. */
export const ViewedSubject = shape('ViewedSubject', {
  kind: choice('ViewedKind', ['document', 'proposal']),
  id: z.uuid(),
  title: z.string(),
  count: z.int().describe('Views by people: half hours in which a link was opened'),
  last_at: z.iso.datetime().nullable(),
  seconds: z.int(),
  parts: z.array(ViewedPart).describe('Where the time went, the longest first'),
  views: z.array(PageView).describe('The newest, of all classes'),
})
export type ViewedSubject = z.output<typeof ViewedSubject>

/** Of a deal, the newest of each kind. */
const mostSubjects = 20
const mostViews = 50

interface Wanted {
  readonly documentId?: string | undefined
  readonly proposalId?: string | undefined
  readonly dealId?: string | undefined
}

/** Only what was sent can be viewed; what was not viewed has a count of 0. */
export const findViewedSubjects = async (db: Db, orgId: string, wanted: Wanted): Promise<ViewedSubject[]> => [
  ...(wanted.documentId || wanted.dealId ? await viewedDocuments(db, orgId, wanted) : []),
  ...(wanted.proposalId || wanted.dealId ? await viewedProposals(db, orgId, wanted) : []),
]

const viewedDocuments = async (db: Db, orgId: string, { documentId, dealId }: Wanted): Promise<ViewedSubject[]> => {
  let query = db.selectFrom('documents').select(['id', 'title']).where('org_id', '=', orgId)
  query = documentId ? query.where('id', '=', documentId) : query.where('deal_id', '=', dealId ?? '')
  const found: ViewedSubject[] = []
  for (const { id, title } of await query.orderBy('id', 'desc').limit(mostSubjects).execute()) {
    const views = await db
      .selectFrom('page_views')
      .leftJoin('document_signers', (join) =>
        join
          .onRef('document_signers.org_id', '=', 'page_views.org_id')
          .onRef('document_signers.document_id', '=', 'page_views.document_id')
          .onRef('document_signers.id', '=', 'page_views.signer_id'),
      )
      .selectAll('page_views')
      .select('document_signers.name as whose')
      .where('page_views.org_id', '=', orgId)
      .where('page_views.document_id', '=', id)
      .orderBy('page_views.last_at', 'desc')
      .limit(1_000)
      .execute()
    found.push(summaryOf({ kind: 'document', id, title }, views, () => null))
  }
  return found
}

const viewedProposals = async (db: Db, orgId: string, { proposalId, dealId }: Wanted): Promise<ViewedSubject[]> => {
  let query = db
    .selectFrom('proposals')
    .select(['id', 'title', 'version', 'client_name'])
    .where('org_id', '=', orgId)
    .where('version', '>', 0)
  query = proposalId ? query.where('id', '=', proposalId) : query.where('deal_id', '=', dealId ?? '')
  const found: ViewedSubject[] = []
  for (const { id, title, version, client_name: whose } of await query.orderBy('id', 'desc').limit(mostSubjects).execute()) {
    const views = await db
      .selectFrom('page_views')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('proposal_id', '=', id)
      .orderBy('last_at', 'desc')
      .limit(1_000)
      .execute()
    const sections = (await findVersion(db, orgId, id, version))?.content.sections ?? []
    const titleOf = (part: string): string | null =>
      part.startsWith('s') ? sections[Number(part.slice(1)) - 1]?.heading || null : null
    found.push(
      summaryOf(
        { kind: 'proposal', id, title },
        views.map((view) => ({ ...view, whose })),
        titleOf,
      ),
    )
  }
  return found
}

const summaryOf = (
  subject: Pick<ViewedSubject, 'kind' | 'id' | 'title'>,
  views: readonly (ViewRow & { readonly whose: string | null })[],
  titleOf: (part: string) => string | null,
): ViewedSubject => {
  const byPeople = views.filter((view) => view.class === 'person')
  const parts = new Map<string, number>()
  for (const { parts: spent } of byPeople)
    for (const [part, seconds] of Object.entries(spent as Record<string, number>))
      parts.set(part, (parts.get(part) ?? 0) + seconds)
  return ViewedSubject.parse({
    ...subject,
    count: byPeople.length,
    last_at: byPeople[0]?.last_at.toISOString() ?? null,
    seconds: byPeople.reduce((sum, { seconds }) => sum + seconds, 0),
    parts: [...parts]
      .map(([part, seconds]) => ({ part, title: titleOf(part), seconds }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, 50),
    views: views.slice(0, mostViews).map((view) => ({
      ...view,
      reason: pageReasons.get(view.reason) ?? view.reason,
      first_at: view.first_at.toISOString(),
      last_at: view.last_at.toISOString(),
      attended: view.is_attended,
    })),
  })
}
