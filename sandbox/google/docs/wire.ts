import type { Block, FileRow, Run, Tab } from './rows.ts'

/** How suggestions are shown (`suggestionsViewMode`). */
export const viewModes = [
  'DEFAULT_FOR_CURRENT_ACCESS',
  'SUGGESTIONS_INLINE',
  'PREVIEW_SUGGESTIONS_ACCEPTED',
  'PREVIEW_WITHOUT_SUGGESTIONS',
] as const
export type ViewMode = (typeof viewModes)[number]

const isShown = ({ suggested }: Run, mode: ViewMode): boolean =>
  (mode !== 'PREVIEW_SUGGESTIONS_ACCEPTED' || suggested !== 'deletion') &&
  (mode !== 'PREVIEW_WITHOUT_SUGGESTIONS' || suggested !== 'insertion')

/** A segment with indexes in UTF-16 units, as Google counts. */
const contentOf = (blocks: readonly Block[], mode: ViewMode, { isBody }: { isBody: boolean }) => {
  let index = 0
  const span = <T>(make: () => T): T & { startIndex: number; endIndex: number } => {
    const startIndex = index
    const made = make()
    return { startIndex, endIndex: index, ...made }
  }
  const textRun = ({ text, bold, italic, suggested }: Run) =>
    span(() => {
      index += text.length
      return {
        textRun: {
          content: text,
          textStyle: { ...(bold && { bold }), ...(italic && { italic }) },
          ...(suggested === 'insertion' && { suggestedInsertionIds: ['suggest.1'] }),
          ...(suggested === 'deletion' && { suggestedDeletionIds: ['suggest.1'] }),
        },
      }
    })
  const paragraph = (style: string, make: () => unknown[]) =>
    span(() => ({
      paragraph: { elements: make(), paragraphStyle: { namedStyleType: style, direction: 'LEFT_TO_RIGHT' } },
    }))
  const element = (block: Block): unknown => {
    switch (block.kind) {
      case 'paragraph': {
        const runs = block.runs.filter((run) => isShown(run, mode))
        const last = runs.at(-1)
        // The line break at its end belongs to the last run, where that is of no look of its own.
        const isPlain = last && !last.suggested
        const all = isPlain ? [...runs.slice(0, -1), { ...last, text: `${last.text}\n` }] : [...runs, { text: '\n' }]
        return paragraph(block.style, () => all.map(textRun))
      }
      case 'page-break':
        return paragraph('NORMAL_TEXT', () => [
          span(() => {
            index += 1
            return { pageBreak: { textStyle: {} } }
          }),
          textRun({ text: '\n' }),
        ])
      case 'drawing':
        return paragraph('NORMAL_TEXT', () => [
          span(() => {
            index += 1
            return { inlineObjectElement: { inlineObjectId: 'kix.drawing', textStyle: {} } }
          }),
          textRun({ text: '\n' }),
        ])
      case 'table':
        return span(() => {
          index += 1
          const tableRows = block.rows.map((row) =>
            span(() => {
              index += 1
              const tableCells = row.map((cell) =>
                span(() => {
                  index += 1
                  return { content: cell.map(element), tableCellStyle: {} }
                }),
              )
              return { tableCells, tableRowStyle: {} }
            }),
          )
          return { table: { rows: block.rows.length, columns: block.rows[0]?.length ?? 0, tableRows, tableStyle: {} } }
        })
    }
  }
  const begins = isBody
    ? [
        span(() => {
          index += 1
          return { sectionBreak: { sectionStyle: { sectionType: 'CONTINUOUS' } } }
        }),
      ]
    : []
  return [...begins, ...blocks.map(element)]
}

const textOf = (tab: Tab, mode: ViewMode) => ({
  body: { content: contentOf(tab.body, mode, { isBody: true }) },
  ...(tab.header.length > 0 && {
    headers: { [`kix.h${tab.id}`]: { headerId: `kix.h${tab.id}`, content: contentOf(tab.header, mode, { isBody: false }) } },
  }),
  ...(tab.footer.length > 0 && {
    footers: { [`kix.f${tab.id}`]: { footerId: `kix.f${tab.id}`, content: contentOf(tab.footer, mode, { isBody: false }) } },
  }),
  documentStyle: {},
})

export const revisionOf = ({ id, revision }: FileRow): string => `ALm37B${id.slice(0, 6)}${revision}`

/** A document as Google answers it; without `includeTabsContent` it is the first tab, whatever else there is. */
export const documentOf = (row: FileRow, { mode, hasTabs }: { readonly mode: ViewMode; readonly hasTabs: boolean }) => {
  const common = {
    ...{ title: row.name, documentId: row.id, revisionId: revisionOf(row) },
    suggestionsViewMode: mode === 'DEFAULT_FOR_CURRENT_ACCESS' ? 'SUGGESTIONS_INLINE' : mode,
  }
  if (!hasTabs) return { ...common, ...textOf(row.tabs[0] as Tab, mode) }
  const tabs = row.tabs.map((tab, index) => ({
    tabProperties: { tabId: tab.id, title: tab.title, index },
    documentTab: textOf(tab, mode),
  }))
  return { ...common, tabs }
}
