import { declared } from '#core/declared.ts'
import { html } from '#core/http/markup.ts'
import { brandBar, brandFoot, brandLinks } from '#domains/platform/business-identity/brand-markup.ts'
import { type Brand, brandOf } from '#domains/platform/business-identity/brands.ts'
import type { PaymentProvider } from '#ports/payments.ts'
import { languageOf, languages } from '#shapes/languages.ts'
import { formatMoney } from '#shapes/money.ts'
import { put } from '#shapes/texts.ts'
import { bankFacts, formatDay, formatDecimal, formatRate, numberFacts, sumsOf } from '../invoices/documents.ts'
import type { Payable } from '../invoices/payables.ts'
import { type Words, wordsOf } from '../invoices/strings.ts'
import { remarksOf, sayClientNumber, sayTaxCode, taxFactsOf } from '../invoices/tax-facts.ts'

/** What `show-payable` answers. */
export interface PayableShown {
  readonly invoice: Payable
  readonly provider: PaymentProvider
  readonly simulated: boolean
}

interface Visit {
  readonly token: string
  readonly locale: string
  /** What the card provider's page came back with. */
  readonly sessionId: string | null
  /** The code of what went wrong in the POST before. */
  readonly trouble: string | null
}

/** The page of an invoice, whole. It says what is so now; the script only saves the payer from asking again. */
export const payPage = ({ invoice: original, provider, simulated }: PayableShown, visit: Visit): string => {
  const invoice = { ...original, locale: visit.locale }
  const words = wordsOf[languageOf(visit.locale)]
  const money = (minor: number): string => formatMoney(minor, invoice.currency, visit.locale)
  const amount = money(invoice.total_minor)
  const address = `/pay/${encodeURIComponent(visit.token)}`
  const lang = `?lang=${languageOf(visit.locale)}`
  const isBack = visit.sessionId !== null && invoice.state === 'sent'
  const told = {
    token: visit.token,
    invoice: invoice.id,
    state: invoice.state,
    session: isBack ? visit.sessionId : '',
    organization: invoice.organization,
    label: invoice.label,
    opening: words.opening,
    checking: words.checking,
    'not-yet': words.notYet,
    canceled: words.canceled,
    failed: words.failedSays,
    again: words.checkAgain,
  }
  const data = Object.entries(told)
    .map(([name, value]) => ` data-${name}="${html(value ?? '')}"`)
    .join('')

  const brand = brandOf(invoice.sender, { logoPath: invoice.logo_path, locale: visit.locale })
  const label = `${html(words.invoice)} ${html(invoice.label)}`
  return shell(
    { locale: visit.locale, title: `${words.invoice} ${invoice.label} · ${invoice.organization}`, switchOf: address, brand },
    `${simulated ? `<p class="simulated" role="note">${html(words.simulated)}</p>` : ''}
<header class="brand">${brandBar(brand)}
<p class="files"><a href="${html(address)}/invoice.pdf" download>${html(words.downloadPdf)}</a>${invoice.paid_at === null ? '' : ` <a href="${html(address)}/receipt.pdf" download>${html(words.downloadReceipt)}</a>`}</p></header>
<main${data}>
<div class="head">
<h1>${label}</h1>
<p class="amount">${html(amount)}</p>
<p class="client">${html(words.billedTo)}: <bdi>${html(invoice.client_name)}</bdi>${aboutTax(invoice, words)}</p>
</div>
<div class="bill">
${linesOf(invoice, words, money)}
${remarksOf(invoice, invoice.sender, words)
  .map((remark) => `<p class="remark">${html(remark)}</p>`)
  .join('')}
${invoice.note === null ? '' : `<h2>${html(words.note)}</h2><p class="note">${html(invoice.note)}</p>`}
</div>
<div class="act">
${stateOf(invoice, words)}
<p id="said" class="said" role="status"${visit.trouble ? '' : ' hidden'}>${visit.trouble ? html(troubleIn(visit.trouble, invoice.organization, words)) : ''}</p>
${isBack ? lookForm(`${address}/look${lang}`, visit.sessionId ?? '', words) : ''}
${invoice.state === 'sent' ? `<form id="pay" method="post" action="${html(address + lang)}" data-provider="${provider}"><button class="pay${isBack ? ' second' : ''}">${html(put(words.payAmount, { amount }))}</button></form>${transferOf(invoice, words)}` : ''}
${nextOf(invoice, visit.locale, words)}
</div>
</main>
${brandFoot(brand, { locale: visit.locale, facts: factsOf(invoice, words) })}`,
  )
}

/** The client's tax number, and what the law wants to stand beside it. */
const aboutTax = (invoice: Payable, words: Words): string =>
  [
    ...(invoice.client_tax_number === null ? [] : [sayClientNumber(invoice.client_tax_number, words)]),
    ...taxFactsOf(invoice, invoice.sender, words).map(({ label, value }) => `${label}: ${value}`),
  ]
    .map((fact) => `<br><bdi>${html(fact)}</bdi>`)
    .join('')

const factsOf = ({ sender }: Payable, words: Words): string[] => {
  const numbers = numberFacts(sender, words).map(({ label, value }) => `${label} ${value}`.trim())
  return numbers.length === 0 ? [] : [numbers.join(' · ')]
}

/** The way to pay without a provider. */
const transferOf = ({ sender, label }: Payable, words: Words): string => {
  if (Object.keys(sender.bank).length === 0) return ''
  const facts = bankFacts(sender, label, words)
  return `<h2>${html(words.bankTransfer)}</h2><dl class="bank">${facts.map((fact) => `<div><dt>${html(fact.label)}</dt><dd><bdi>${html(fact.value)}</bdi></dd></div>`).join('')}</dl>`
}

/** After paying: what happens now, and what else can be done. */
const nextOf = (invoice: Payable, locale: string, words: Words): string => {
  if (invoice.state !== 'paid' && invoice.state !== 'processing') return ''
  const says = put(invoice.state === 'paid' ? words.nextPaid : words.nextProcessing, { organization: invoice.organization })
  const book =
    invoice.booking_url === null
      ? ''
      : `<p><a class="next" href="${html(`${new URL(invoice.booking_url).pathname}?lang=${languageOf(locale)}`)}">${html(words.bookMeeting)}</a></p>`
  return `<h2>${html(words.nextTitle)}</h2><p>${html(says)}</p>${book}`
}

const stateOf = (invoice: Payable, words: Words): string => {
  const day = (at: string): string => formatDay(at, invoice.locale)
  const refunded = formatMoney(invoice.refunded_minor, invoice.currency, invoice.locale)
  const [tone, name, says] = {
    sent: invoice.overdue
      ? ['bad', words.stateOpen, invoice.due_on === null ? '' : put(words.overdueSince, { date: day(invoice.due_on) })]
      : ['open', words.stateOpen, invoice.due_on === null ? '' : put(words.dueBy, { date: day(invoice.due_on) })],
    processing: ['wait', words.stateProcessing, words.processingSays],
    paid: [
      'good',
      words.statePaid,
      [
        put(words.paidSays, { date: invoice.paid_at === null ? '' : day(invoice.paid_at) }),
        ...(invoice.refunded_minor > 0 ? [put(words.partlyRefundedSays, { amount: refunded })] : []),
      ].join(' '),
    ],
    void: ['quiet', words.stateVoid, words.voidSays],
    refunded: ['quiet', words.stateRefunded, put(words.refundedSays, { amount: refunded })],
    draft: ['quiet', '', ''],
  }[invoice.state] as [string, string, string]
  return `<p class="state ${tone}"><strong>${html(name)}</strong> ${html(says)}</p>`
}

const lookForm = (action: string, sessionId: string, words: Words): string =>
  `<form id="look" method="post" action="${html(action)}"><input type="hidden" name="session_id" value="${html(sessionId)}"><button class="pay">${html(words.checkAgain)}</button></form>`

const linesOf = (invoice: Payable, words: Words, money: (minor: number) => string): string => {
  const isTaxed = invoice.tax_minor > 0
  const rows = invoice.lines.map(
    (line) =>
      `<tr><th scope="row">${html(line.description)}<span>${html(formatDecimal(line.quantity, invoice.locale))} × ${html(money(line.unit_minor))}${isTaxed ? ` · ${html(words.tax)} ${html(formatRate(line.tax_rate, invoice.locale))}` : ''}${line.tax_code === null ? '' : ` · ${html(sayTaxCode(line.tax_code))}`}</span></th><td>${html(money(line.amount_minor))}</td></tr>`,
  )
  const sums = sumsOf(invoice, words).map(
    ({ label, minor, isStrong }) =>
      `<tr${isStrong ? ' class="total"' : ''}><th scope="row">${html(label)}</th><td>${html(money(minor))}</td></tr>`,
  )
  return `<table><thead><tr><th scope="col">${html(words.description)}</th><th scope="col">${html(words.amount)}</th></tr></thead><tbody>${rows.join('')}</tbody><tbody class="sums">${sums.join('')}</tbody></table>`
}

/** The code of a failure in words. The failures of the gateway speak English; what a payer can do about them is in their language. */
const troubleIn = (code: string, organization: string, words: Words): string => {
  if (code === 'needs_script') return put(words.needsScript, { organization })
  if (code === 'payment_not_made') return words.notYet
  if (code === 'rate_limited') return words.tooManySays
  const reason = declared.errors.get(code)?.message ?? ''
  return put(words.failedSays, { reason })
}

/** Leads on to a page at the merchant's own domain, by itself or by its link, also without a script. */
export const onwardPage = (checkout: { url: string; amount: number; currency: string }, locale: string): string => {
  const words = wordsOf[languageOf(locale)]
  const amount = formatMoney(checkout.amount, checkout.currency, locale)
  return shell(
    { locale, title: words.opening, switchOf: null, onTo: checkout.url },
    `<main class="none"><h1>${html(words.opening)}</h1><p><a href="${html(checkout.url)}" rel="noreferrer">${html(put(words.payAmount, { amount }))}</a></p></main>`,
  )
}

/** In place of a page that there is not. */
export const noPage = (status: number, locale: string): string => {
  const words = wordsOf[languageOf(locale)]
  const isUnknown = status === 404
  const title = isUnknown ? words.unknownTitle : words.tryAgain
  const says = isUnknown
    ? words.unknownSays
    : status === 429
      ? words.tooManySays
      : put(words.failedSays, { reason: String(status) })
  return shell({ locale, title, switchOf: null }, `<main class="none"><h1>${html(title)}</h1><p>${html(says)}</p></main>`)
}

const shell = (
  {
    locale,
    title,
    switchOf,
    onTo,
    brand,
  }: { locale: string; title: string; switchOf: string | null; onTo?: string; brand?: Brand },
  body: string,
): string => {
  const spoken = languageOf(locale)
  const others = Object.entries(languages).map(([code, name]) =>
    code === spoken
      ? `<li><span lang="${code}" aria-current="true">${html(name)}</span></li>`
      : `<li><a lang="${code}" hreflang="${code}" href="${html(switchOf ?? '')}?lang=${code}">${html(name)}</a></li>`,
  )
  return `<!doctype html>
<html lang="${html(locale)}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow">
<title>${html(title)}</title>${onTo === undefined ? '' : `\n<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${html(onTo)}">`}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pay/assets/pay.css">
${brand === undefined ? '' : brandLinks(brand)}
${switchOf === null ? '' : '<script src="/pay/assets/pay.js" defer></script>'}
</head>
<body>
${body}
${switchOf === null ? '' : `<nav aria-label="${html(wordsOf[spoken].language)}"><ul>${others.join('')}</ul></nav>`}
</body>
</html>
`
}
