import type { ContractDocument, TextBlock, TextRun } from '#ports/documents.ts'
import { languageOf } from '#shapes/languages.ts'
import { formatMoney } from '#shapes/money.ts'
import { put } from '#shapes/texts.ts'
import { formatDecimal, sumsOf } from '../invoices/documents.ts'
import { wordsOf } from '../invoices/strings.ts'
import { readTemplateText } from '../templates/template-texts.ts'
import type { Acceptance } from './acceptances.ts'
import type { ProposalContent } from './contents.ts'
import { proposalWords } from './strings.ts'

const plain = (text: string): readonly TextRun[] => [{ text }]
const bold = (text: string): readonly TextRun[] => [{ text, bold: true }]

/** What was accepted, as the port of documents takes it: the text, the lines that count, and by whom and when. */
export const acceptedPaper = (
  content: ProposalContent,
  acceptance: Acceptance,
  { organization, clientName }: { readonly organization: string; readonly clientName: string },
): ContractDocument => {
  const { locale } = content
  const words = proposalWords(locale)
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const heading = (text: string): TextBlock => ({ kind: 'heading', level: 2, runs: plain(text) })
  return {
    ...{ language: languageOf(locale), title: content.title, issuer: organization, mark: null },
    blocks: [
      { kind: 'heading', level: 1, runs: plain(content.title) },
      { kind: 'paragraph', runs: plain(clientName) },
      ...content.sections.flatMap(({ heading: said, body }) => [
        ...(said === '' ? [] : [heading(said)]),
        ...readTemplateText(body).blocks,
      ]),
      ...(acceptance.lines.length === 0 ? [] : [heading(words.prices), pricesOf(content, acceptance)]),
      heading(words.acceptance),
      {
        kind: 'paragraph',
        runs: plain(put(words.acceptedBy, { name: acceptance.name, at: `${at.format(new Date(acceptance.at))} UTC` })),
      },
      {
        kind: 'paragraph',
        runs: plain(put(words.record, { version: String(acceptance.version), hash: acceptance.sha256 })),
      },
    ],
    pageWords: wordsOf[languageOf(locale)].page,
    date: acceptance.at.slice(0, 10),
  }
}

const pricesOf = ({ currency, locale }: ProposalContent, acceptance: Acceptance): TextBlock => {
  const words = wordsOf[languageOf(locale)]
  const money = (minor: number): string => formatMoney(minor, currency, locale)
  const sums = sumsOf({ ...acceptance, currency, locale, refunded_minor: 0, paid_at: null }, words)
  return {
    kind: 'table',
    align: ['left', 'right', 'right', 'right'],
    head: [words.description, words.quantity, words.unitPrice, words.amount].map(plain),
    rows: [
      ...acceptance.lines.map((line) =>
        [line.description, formatDecimal(line.quantity, locale), money(line.unit_minor), money(line.amount_minor)].map(plain),
      ),
      ...sums.map(({ label, minor, isStrong }) => {
        const look = isStrong ? bold : plain
        return [look(label), plain(''), plain(''), look(money(minor))]
      }),
    ],
  }
}
