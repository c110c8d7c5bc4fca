import { sql } from 'kysely'
import type { Db, Enqueue } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { lockDeal } from '#domains/crm/deals/deals.ts'
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

/**
 * Makes the deposit invoice of a rule, once: a draft, or one that is sent. Where it cannot be made, or the deal has one by another rule, a task
 * says why.
 */
export const followDeposit = async (
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  followed: Followed,
  rule: Rule,
  findDeposit: () => Promise<Deposit>,
): Promise<void> => {
  if (!(await claim(db, followed, 'deposit'))) return
  const earlier = await findDepositOfDeal(db, followed)
  if (earlier) return askPerson(db, followed, 'deposit', secondSaid(earlier))
  const deposit = await findDeposit()
  const made = await makeDraft(db, followed, rule, deposit)
  if ('problem' in made) return askPerson(db, followed, 'deposit', `Create the deposit invoice: ${made.problem}`)
  await settle(db, followed, 'deposit', made.invoiceId)
  const { orgId, ...of } = followed
  if (rule.send) await enqueue(sendDepositJob, { orgId, invoiceId: made.invoiceId, mailId: newId(), of })
}

/** A deposit invoice that stands, and the title of what it followed. */
interface EarlierDeposit {
  /** Null of a draft. */
  readonly label: string | null
  readonly title: string
}

const secondSaid = ({ label, title }: EarlierDeposit): string =>
  `Decide on a second deposit invoice: the deal has ${label ?? 'a draft'} from “${title}”, so none was created`

/**
 * The deposit invoice that a document or proposal of the same deal has made; one that is void or refunded counts no longer. The deal stays locked:
 * of two that are signed and accepted at the same moment, the one that comes second finds the invoice of the first.
 */
const findDepositOfDeal = async (db: Db, { orgId, dealId }: Followed): Promise<EarlierDeposit | undefined> => {
  if (dealId === null) return undefined
  await lockDeal(db, orgId, dealId)
  const { rows } = await sql<EarlierDeposit>`
    select i.label, made.title
    from (
      select f.subject_id, d.title from documents d
      join document_follow_ups f on f.org_id = d.org_id and f.document_id = d.id and f.kind = 'deposit'
      where d.org_id = ${orgId} and d.deal_id = ${dealId}
      union all
      select f.subject_id, p.title from proposals p
      join proposal_follow_ups f on f.org_id = p.org_id and f.proposal_id = p.id and f.kind = 'deposit'
      where p.org_id = ${orgId} and p.deal_id = ${dealId}
    ) made
    join invoices i on i.org_id = ${orgId} and i.id = made.subject_id
    where i.state not in ('void', 'refunded')
    order by i.id limit 1`.execute(db)
  return rows[0]
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
