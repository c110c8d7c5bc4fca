import { z } from 'zod'
import type { OnlineDoc } from '#ports/online-docs.ts'

/*
 * A document as Google answers it (https://developers.google.com/workspace/docs/api/reference/rest/v1/documents), as far as its text goes.
 * What is not text, such as a picture or a chip, is left out, and so is a table of contents, which repeats the headings.
 */

const Suggested = { suggestedInsertionIds: z.array(z.string()).nullish(), suggestedDeletionIds: z.array(z.string()).nullish() }
const Paragraph = z.object({
  elements: z.array(z.object({ textRun: z.object({ content: z.string().nullish(), ...Suggested }).nullish() })).nullish(),
})

interface Element {
  readonly paragraph?: z.output<typeof Paragraph> | null | undefined
  readonly table?: Table | null | undefined
}
interface Table {
  readonly suggestedInsertionIds?: readonly string[] | null | undefined
  readonly suggestedDeletionIds?: readonly string[] | null | undefined
  readonly tableRows?:
    | readonly {
        readonly tableCells?: readonly { readonly content?: readonly Element[] | null | undefined }[] | null | undefined
      }[]
    | null
    | undefined
}
const Elements: z.ZodType<readonly Element[]> = z.lazy(() =>
  z.array(
    z.object({
      paragraph: Paragraph.nullish(),
      table: z
        .object({
          ...Suggested,
          tableRows: z
            .array(z.object({ tableCells: z.array(z.object({ content: Elements.nullish() })).nullish(), ...Suggested }))
            .nullish(),
        })
        .nullish(),
    }),
  ),
)
const Segment = z.object({ content: Elements.nullish() })
const Segments = z.record(z.string(), Segment).nullish()
const Text = z.object({ body: Segment.nullish(), headers: Segments, footers: Segments, footnotes: Segments })
interface Tab {
  readonly documentTab?: z.output<typeof Text> | null | undefined
  readonly childTabs?: readonly Tab[] | null | undefined
}
const Tabs: z.ZodType<readonly Tab[]> = z.lazy(() =>
  z.array(z.object({ documentTab: Text.nullish(), childTabs: Tabs.nullish() })),
)

export const GoogleDoc = z.object({ title: z.string().nullish(), revisionId: z.string().nullish(), tabs: Tabs })

/** All of its text, tab after tab: what the tab says, then what stands above, below and in the notes of its pages. */
export const docOf = (answer: z.output<typeof GoogleDoc>): OnlineDoc => {
  const paragraphs: string[] = []
  let hasSuggestions = false
  const isSuggested = (of: { suggestedInsertionIds?: unknown; suggestedDeletionIds?: unknown }): boolean =>
    [of.suggestedInsertionIds, of.suggestedDeletionIds].some((ids) => Array.isArray(ids) && ids.length > 0)

  const takeElements = (elements: readonly Element[] | null | undefined): void => {
    for (const { paragraph, table } of elements ?? []) {
      if (paragraph) takeParagraph(paragraph)
      if (table) {
        hasSuggestions ||= isSuggested(table)
        for (const { tableCells } of table.tableRows ?? []) for (const { content } of tableCells ?? []) takeElements(content)
      }
    }
  }
  const takeParagraph = ({ elements }: z.output<typeof Paragraph>): void => {
    let text = ''
    for (const { textRun } of elements ?? []) {
      if (!textRun) continue
      hasSuggestions ||= isSuggested(textRun)
      text += textRun.content ?? ''
    }
    // Google ends each with a line break.
    paragraphs.push(text.replace(/\n$/, ''))
  }
  const takeTab = ({ documentTab, childTabs }: Tab): void => {
    if (documentTab) {
      takeElements(documentTab.body?.content)
      for (const segments of [documentTab.headers, documentTab.footers, documentTab.footnotes])
        for (const id of Object.keys(segments ?? {}).sort()) takeElements(segments?.[id]?.content)
    }
    for (const child of childTabs ?? []) takeTab(child)
  }
  for (const tab of answer.tabs) takeTab(tab)
  return { title: answer.title ?? '', revision: answer.revisionId ?? null, paragraphs, hasSuggestions }
}
