import type { Db, Enqueue } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { type Language, languageOf } from '#shapes/languages.ts'
import { put } from '#shapes/texts.ts'
import { insertDraft, recordInvoiceEvent } from '../invoices/invoices.ts'
import { priceLines, replaceLines, type WrittenLine, WrittenLines } from '../invoices/lines.ts'
import type { WhenSigned } from '../templates/when-signed.ts'
import { askPerson, claim, type Followed, settle } from './follow-ups.ts'
import { sendDepositJob } from './job-references.ts'

/** The line of a deposit, in the language of what it is for. */
const words: Readonly<Record<Language, string>> = {
  en: 'Deposit: {title}',
  de: 'Anzahlung: {title}',
  fr: 'Acompte : {title}',
  es: 'Anticipo: {title}',
  pt: 'Sinal: {title}',
  hi: 'अग्रिम: {title}',
}

/** To whom, and what a percentage is of. */
export interface Deposit {
  readonly client: { readonly name: string; readonly email: string } | null
  readonly contactId: string | null
  readonly locale: string
  readonly at: Date
  /** By tax rate, without the tax; or why there is nothing to take a part of. */
  readonly base:
    | { readonly currency: string; readonly parts: readonly { readonly amountMinor: number; readonly taxRate: string }[] }
    | { readonly problem: string }
}

type Rule = NonNullable<WhenSigned['deposit']>

/** Makes the deposit invoice of a rule, once: a draft, or one that is sent. Where it cannot be made, a task says why. */
export const followDeposit = async (
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  followed: Followed,
  rule: Rule,
  findDeposit: () => Promise<Deposit>,
): Promise<void> => {
  if (!(await claim(db, followed, 'deposit'))) return
  const deposit = await findDeposit()
  const made = await makeDraft(db, followed, rule, deposit)
  if ('problem' in made) return askPerson(db, followed, 'deposit', `Create the deposit invoice: ${made.problem}`)
  await settle(db, followed, 'deposit', made.invoiceId)
  const { orgId, ...of } = followed
  if (rule.send) await enqueue(sendDepositJob, { orgId, invoiceId: made.invoiceId, mailId: newId(), of })
}

const makeDraft = async (
  db: Db,
  { kind, orgId, id, title, madeBy }: Followed,
  rule: Rule,
  { client, contactId, locale, at, base }: Deposit,
): Promise<{ readonly invoiceId: string } | { readonly problem: string }> => {
  if (!client) return { problem: 'no client signed it' }
  const description = put(words[languageOf(locale)], { title })
  if ('percent' in rule && 'problem' in base) return base
  const currency = 'percent' in rule ? ('currency' in base ? base.currency : '') : rule.currency
  const lines =
    'percent' in rule
      ? 'parts' in base
        ? partsOf(base.parts, rule.percent, description)
        : []
      : [lineOf(description, rule.amountMinor, '0')]
  if (lines.length === 0) return { problem: 'the deposit is zero' }
  const priced = priceLines(WrittenLines.parse(lines))
  const { lines: pricedLines, taxes: _, ...totals } = priced
  const invoice = await insertDraft(db, {
    ...{ org_id: orgId, id: newId(), client_name: client.name, client_email: client.email, client_address: null },
    ...{ contact_id: contactId, currency, due_on: null, note: null, locale },
    ...{ created_by: madeBy, created_at: at, ...totals },
  })
  await replaceLines(db, orgId, invoice.id, pricedLines)
  await recordInvoiceEvent(
    db,
    orgId,
    invoice.id,
    { kind: 'created', source: 'system', facts: { [`${kind}_id`]: id } },
    { before: null, after: invoice },
  )
  return { invoiceId: invoice.id }
}

const lineOf = (description: string, unitMinor: number, taxRate: string): WrittenLine => ({
  ...{ description, quantity: '1', unitMinor, taxRate },
})

/** Of each tax rate its part, rounded half up, so that the deposit is taxed as what it is for. */
const partsOf = (
  parts: readonly { readonly amountMinor: number; readonly taxRate: string }[],
  percent: number,
  description: string,
): WrittenLine[] =>
  parts.flatMap(({ amountMinor, taxRate }) => {
    const part = Number((BigInt(amountMinor) * BigInt(percent) + 50n) / 100n)
    return part === 0 ? [] : [lineOf(description, part, taxRate)]
  })
