import { html } from '#core/http/markup.ts'
import { languageOf } from '#shapes/languages.ts'
import { exponentOf, formatMoney } from '#shapes/money.ts'
import { formatDecimal, formatRate } from '../invoices/documents.ts'
import { wordsOf } from '../invoices/strings.ts'
import { isolated, putIsolated, sayDay, sayMoment, shell } from '../sign-pages/page-markup.ts'
import { type OfferStrings, offerStrings } from './offer-strings.ts'
import type { OfferShown, Trouble, Typed } from './offer-views.ts'
import { textMarkup } from './text-markup.ts'

type Line = OfferShown['lines'][number]

export interface OfferView {
  readonly token: string
  readonly locale: string
  readonly now: Date
  readonly typed: Typed
  /** Options that are ticked so far. */
  readonly ticked: ReadonlySet<string>
  readonly trouble: Trouble | null
}

const own = { styles: ['/proposal/assets/proposal.css'], scripts: ['/proposal/assets/proposal.js', '/views/viewing.js'] }

/** The page of a proposal, whole, in every state. */
export const offerPage = (offer: OfferShown, view: OfferView): string => {
  const strings = offerStrings(view.locale)
  const address = `/proposal/${encodeURIComponent(view.token)}`
  const isOpen = offer.status === 'sent' && new Date(offer.ends_at) > view.now
  const body = `${isOpen ? `<a class="skip" href="#answer">${html(strings.toAnswer)}</a>` : ''}
<main class="offer" data-viewed="${html(address)}/viewed">
<header><p class="from">${putIsolated(strings.from, { sender: offer.organization })}</p>
<h1>${isolated(offer.title)}</h1>
<p>${putIsolated(strings.forClient, { name: offer.client_name })}</p>
${isOpen ? `<p>${putIsolated(strings.until, { day: sayDay(offer.ends_at, view.locale) })}</p>` : ''}
</header>
${isOpen ? '' : stateOf(offer, view, strings)}
${view.trouble?.at === 'late' ? troubleBox(view.trouble, strings) : ''}
${offer.sections.map((section, at) => sectionOf(section, at + 1)).join('\n')}
${isOpen ? answerOf(offer, { ...view, address, strings }) : ''}
</main>`
  const title = `${offer.title} · ${offer.organization}`
  return shell({ locale: view.locale, title, self: address, brand: offer.brand, own }, body)
}

const sectionOf = ({ heading, body }: OfferShown['sections'][number], n: number): string =>
  heading === ''
    ? `<section class="text" data-part="s${n}">${textMarkup(body)}</section>`
    : `<section class="text" data-part="s${n}" aria-labelledby="s${n}"><h2 id="s${n}" dir="auto">${html(heading)}</h2>${textMarkup(body)}</section>`

interface OpenView extends OfferView {
  readonly address: string
  readonly strings: OfferStrings
}

/** Prices with what can be ticked, the total, the name; and the way to decline. */
const answerOf = (offer: OfferShown, view: OpenView): string => {
  const { address, locale, strings, typed, trouble, ticked } = view
  const lang = `?lang=${encodeURIComponent(locale)}`
  const counted = offer.lines.filter(({ id, choice }) => choice === 'included' || ticked.has(id))
  const always = sumOf(offer.lines.filter(({ choice }) => choice === 'included'))
  const total = sumOf(counted)
  const money = (minor: number): string => formatMoney(minor, offer.currency, locale)
  const nameError = trouble?.at === 'name' ? trouble.text : null
  const says =
    offer.lines.length === 0
      ? html(strings.acceptSaysFree)
      : html(strings.acceptSays).replace(
          '{total}',
          () => `<strong data-sum="total">${html(money(total.amount + total.tax))}</strong>`,
        )
  return `<form class="side" id="accept" method="post" action="${html(`${address}${lang}`)}#answer" novalidate data-currency="${html(offer.currency)}" data-locale="${html(locale)}" data-digits="${exponentOf(offer.currency)}" data-amount="${always.amount}" data-tax="${always.tax}">
<input type="hidden" name="version" value="${offer.version}">
${offer.lines.length === 0 ? '' : pricesOf(offer, view, counted)}
<section id="answer" aria-labelledby="accept-title"><h2 id="accept-title">${html(strings.acceptTitle)}</h2>
${trouble?.at === 'form' || trouble?.at === 'name' ? troubleBox(trouble, strings) : ''}
<p>${says}</p>
<label for="name">${html(strings.name)}</label>
<p class="hint" id="name-hint">${html(strings.nameHint)}</p>
<input id="name" name="name" autocomplete="name" maxlength="255" aria-required="true" value="${html(typed.name ?? '')}" aria-describedby="name-hint${nameError ? ' name-error' : ''}"${nameError ? ' aria-invalid="true"' : ''}>
${nameError ? `<p class="error" id="name-error">${html(nameError)}</p>` : ''}
<p><button class="main">${html(strings.accept)}</button></p>
</section>
</form>
${declineOf(offer, view, lang)}`
}

const sumOf = (lines: readonly Line[]): { readonly amount: number; readonly tax: number } => ({
  amount: lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
  tax: lines.reduce((sum, { tax_minor }) => sum + tax_minor, 0),
})

const pricesOf = (offer: OfferShown, view: OpenView, counted: readonly Line[]): string => {
  const { address, locale, strings, ticked } = view
  const included = offer.lines.filter(({ choice }) => choice === 'included')
  const optional = offer.lines.filter(({ choice }) => choice === 'optional')
  const options = optional.map(
    (line) =>
      `<li><div class="check"><input type="checkbox" id="o-${html(line.id)}" name="o.${html(line.id)}" value="yes" data-amount="${line.amount_minor}" data-tax="${line.tax_minor}"${ticked.has(line.id) ? ' checked' : ''}><label class="what" for="o-${html(line.id)}">${wordsOfLine(line, offer, locale)}</label></div><span class="amount">${html(formatMoney(line.amount_minor, offer.currency, locale))}</span></li>`,
  )
  return `<section data-part="prices" aria-labelledby="prices"><h2 id="prices">${html(strings.prices)}</h2>
${included.length === 0 ? '' : linesOf(included, offer, locale)}
${
  optional.length === 0
    ? ''
    : `<fieldset><legend>${html(strings.options)}</legend><p class="hint">${html(strings.optionsHint)}</p><ul class="lines">${options.join('')}</ul></fieldset>`
}
${sumsOf(counted, offer, locale)}
${optional.length === 0 ? '' : `<p id="recount"><button formaction="${html(address)}/total?lang=${encodeURIComponent(locale)}#prices">${html(strings.recount)}</button></p>`}
</section>`
}

const linesOf = (lines: readonly Line[], offer: OfferShown, locale: string): string =>
  `<ul class="lines">${lines
    .map(
      (line) =>
        `<li><div class="what">${wordsOfLine(line, offer, locale)}</div><span class="amount">${html(formatMoney(line.amount_minor, offer.currency, locale))}</span></li>`,
    )
    .join('')}</ul>`

/** What a line is; below it how many at which price, and its tax. */
const wordsOfLine = (line: Line, { currency }: OfferShown, locale: string): string => {
  const strings = offerStrings(locale)
  const put = (text: string, values: Readonly<Record<string, string>>): string => putIsolated(text, values)
  const facts = [
    ...(line.quantity === '1'
      ? []
      : [
          put(strings.each, {
            quantity: formatDecimal(line.quantity, locale),
            unit: formatMoney(line.unit_minor, currency, locale),
          }),
        ]),
    ...(line.tax_rate === '0' ? [] : [put(strings.plusTax, { rate: formatRate(line.tax_rate, locale) })]),
  ]
  return `<span dir="auto">${html(line.description)}</span>${facts.length === 0 ? '' : ` <span class="quiet">${facts.join(', ')}</span>`}`
}

const sumsOf = (counted: readonly Line[], offer: OfferShown, locale: string): string => {
  const strings = offerStrings(locale)
  const words = wordsOf[languageOf(locale)]
  const { amount, tax } = sumOf(counted)
  const row = (name: string, label: string, minor: number, look: string): string =>
    `<dt class="${look}">${html(label)}</dt><dd class="${look}" data-sum="${name}">${html(formatMoney(minor, offer.currency, locale))}</dd>`
  const isTaxed = offer.lines.some(({ tax_minor }) => tax_minor > 0)
  return `<div role="status"><dl class="sums">${
    isTaxed ? row('subtotal', words.subtotal, amount, 'quiet') + row('tax', strings.tax, tax, 'quiet') : ''
  }${row('total', words.total, amount + tax, 'total')}</dl></div>`
}

const troubleBox = (trouble: Trouble, strings: OfferStrings): string =>
  `<div class="mistakes" role="alert"><p>${trouble.at === 'name' ? `<a href="#name">${html(strings.mistake)}: ${html(trouble.text)}</a>` : html(trouble.text)}</p></div>`

const declineOf = (
  { organization, version }: OfferShown,
  { address, strings, typed, trouble }: OpenView,
  lang: string,
): string => {
  const fault = trouble?.at === 'reason' ? trouble.text : null
  return `<details class="decline text"${fault ? ' open' : ''}><summary>${html(strings.decline)}</summary>
<form method="post" action="${html(`${address}/decline${lang}`)}">
<input type="hidden" name="version" value="${version}">
<p>${putIsolated(strings.declineSays, { sender: organization })}</p>
<label for="reason">${html(strings.reason)} <span class="quiet">${html(strings.optional)}</span></label>
<textarea id="reason" name="reason" rows="3" maxlength="1000"${fault ? ' aria-describedby="reason-error" aria-invalid="true"' : ''}>
${html(typed.reason ?? '')}</textarea>
${fault ? `<p class="error" id="reason-error" role="alert">${html(fault)}</p>` : ''}
<p><button>${html(strings.declineButton)}</button></p>
</form></details>`
}

const stateOf = (offer: OfferShown, { locale }: OfferView, strings: OfferStrings): string => {
  const sender = offer.organization
  const reason = offer.status_reason ? `<p>${putIsolated(strings.reasonSays, { reason: offer.status_reason })}</p>` : ''
  const box = (tone: string, title: string, says: string): string =>
    `<div class="state ${tone}" role="status"><h2>${title}</h2>${says}</div>`
  const { acceptance } = offer
  if (acceptance) {
    const lines =
      acceptance.lines.length === 0
        ? ''
        : `<section class="answered" data-part="prices" aria-labelledby="prices"><h2 id="prices" class="minor">${html(strings.prices)}</h2>${linesOf(acceptance.lines, offer, locale)}${sumsOf(acceptance.lines, offer, locale)}</section>`
    const says = putIsolated(strings.acceptedSays, { name: acceptance.name, at: sayMoment(acceptance.at, locale) })
    return `${box('good', html(strings.acceptedTitle), `<p>${says}</p><p>${html(strings.acceptedMail)}</p>`)}${lines}`
  }
  if (offer.status === 'declined')
    return box('quiet', html(strings.declinedTitle), `<p>${putIsolated(strings.declinedSays, { sender })}</p>${reason}`)
  if (offer.status === 'withdrawn') return box('quiet', putIsolated(strings.withdrawnTitle, { sender }), reason)
  const says = putIsolated(strings.expiredSays, { day: sayDay(offer.ends_at, locale), sender })
  return box('quiet', html(strings.expiredTitle), `<p>${says}</p>`)
}

export const noOffer = (status: number, locale: string): string => {
  const strings = offerStrings(locale)
  const [title, says] =
    status === 404
      ? [strings.unknownTitle, strings.unknownSays]
      : [strings.notNowTitle, status === 429 ? strings.tooMany : strings.failed]
  return shell(
    { locale, title, self: null, own: { ...own, scripts: [] } },
    `<main class="small"><h1>${html(title)}</h1><p>${html(says)}</p></main>`,
  )
}
