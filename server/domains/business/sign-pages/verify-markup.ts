import { html } from '#core/http/markup.ts'
import { languageOf } from '#shapes/languages.ts'
import { longTermFaultIn } from '../documents/long-term-strings.ts'
import type { Verdict, VerifiedLongTerm, VerifiedPaper, VerifiedTimestamp } from '../documents/verifying.ts'
import { type Look, lookForm, lookResult } from './look-markup.ts'
import { isolated, putIsolated, sayMoment, shell } from './page-markup.ts'
import { type VerifyStrings, verifyStrings } from './verify-strings.ts'

export interface VerifyView {
  readonly locale: string
  /** The number in the address, with what is known of it; null on the page for any document. */
  readonly asked: { readonly number: string; readonly verdict: Verdict } | null
  /** The digest of a file, with what is known of it: null where it is none. */
  readonly file: { readonly digest: string; readonly verdict: Verdict | null } | null
  /** What a closer look at a file found, or why there was none; null where none was asked for. */
  readonly look: Exclude<Look, { readonly known: unknown }> | null
}

/** The page that says whether a document is valid, and whether a file is one of its files. */
export const verifyPage = ({ locale, asked, file, look }: VerifyView): string => {
  const strings = verifyStrings[languageOf(locale)]
  const address = asked ? `/verify/${encodeURIComponent(asked.number)}` : '/verify'
  const doc = asked?.verdict.doc
  const title = doc ? `${strings.title} · ${doc.title}` : strings.title
  const lang = `<input type="hidden" name="lang" value="${html(languageOf(locale))}">`
  const number = `<form class="number" method="get" action="/verify">${lang}
<label for="number">${html(strings.number)}</label>
<p class="hint" id="number-hint">${html(strings.numberHint)}</p>
<input id="number" name="number" maxlength="100" autocomplete="off" spellcheck="false" aria-describedby="number-hint" value="${html(asked && !asked.verdict.valid ? asked.number : '')}">
<p><button${asked ? '' : ' class="main"'}>${html(strings.verify)}</button></p>
</form>`
  return shell(
    { locale, title, self: file ? `${address}?sha256=${encodeURIComponent(file.digest)}` : address },
    `<main class="small">
<p class="from">${html(strings.title)}</p>
<h1>${doc ? isolated(doc.title) : html(asked ? strings.invalidTitle : strings.title)}</h1>
${asked ? verdictOf(asked.verdict, strings, locale) : `<p>${html(strings.intro)}</p>${number}`}
<h2 id="file">${html(strings.fileTitle)}</h2>
${file ? fileResult(file, asked, strings, locale) : ''}
${look ? lookResult(look, locale) : ''}${look || isUnknown(file) ? lookForm(locale) : ''}
${fileForm(address, lang, file?.digest ?? '', file !== null && file.verdict === null, strings)}
${asked ? `<h2>${html(strings.other)}</h2>${number}` : ''}
</main>`,
  )
}

const verdictOf = ({ valid, doc }: Verdict, strings: VerifyStrings, locale: string): string => {
  if (!valid || !doc)
    return `<div class="state bad"><p>${html(strings.invalidSays)}</p><ul>${[strings.mistyped, strings.ended, strings.changed]
      .map((reason) => `<li>${html(reason)}</li>`)
      .join('')}</ul><p>${html(strings.invalidThen)}</p></div>`
  if (doc.status !== 'signed')
    return `<div class="state wait"><h2>${html(strings.openTitle)}</h2><p>${html(strings.openSays)}</p></div>${numberOf(doc.id, strings)}`
  return `<div class="state good"><h2>${html(strings.signedTitle)}</h2><p>${html(strings.signedSays)}</p></div>
<h2 class="minor">${html(strings.signedBy)}</h2><ul class="signers">${doc.signers
    .map(
      ({ name, signedAs, writtenAs, signedAt, class: how, paper }) =>
        `<li>${isolated(name)}${signedAs === null ? '' : `<br>${putIsolated(strings.signedAs, { name: signedAs })}`}${writtenAs.map((written) => `<br>${putIsolated(strings.writtenAs, { name: written })}`).join('')}<br><span class="quiet">${signedAt ? html(sayMoment(signedAt, locale)) : ''}${how ? `, ${html(paper ? strings.onPaper : strings[how])}` : ''}</span>${paper ? paperOf(paper, strings, locale) : ''}</li>`,
    )
    .join(
      '',
    )}</ul>${timestampOf(doc.timestamp, strings, locale)}${longTermOf(doc.longTerm, strings, locale)}${numberOf(doc.id, strings)}`
}

/** Who uploaded the paper that a signer signed by hand, when, and how it is known again. */
const paperOf = (paper: VerifiedPaper, strings: VerifyStrings, locale: string): string =>
  `<br><span class="quiet">${uploadOf(paper, strings, locale)} ${html(strings.paperAttached)} SHA-256: <code>${html(paper.sha256)}</code></span>`

const uploadOf = ({ uploadedAt, uploadedBy }: VerifiedPaper, strings: VerifyStrings, locale: string): string => {
  const at = sayMoment(uploadedAt, locale)
  return uploadedBy === null ? putIsolated(strings.uploaded, { at }) : putIsolated(strings.uploadedBy, { at, by: uploadedBy })
}

/** Who besides the sender says when the document was sealed; nothing before it is. */
const timestampOf = (timestamp: VerifiedTimestamp | null, strings: VerifyStrings, locale: string): string => {
  if (!timestamp) return ''
  const { state, at, authority, valid, fault } = timestamp
  const head = `<h2 class="minor">${html(strings.timestamp)}</h2>`
  if (state !== 'stamped' || at === null || authority === null)
    return `${head}<p>${html(state === 'missing' ? strings.unstamped : strings.noTimestamp)}</p>`
  const facts = `<p>${putIsolated(strings.stamped, { at: sayMoment(at, locale), authority })}</p>`
  if (valid) return `${head}${facts}<p class="quiet">${html(strings.stampHolds)}</p>`
  const why = fault === null ? '' : `<p>${html(strings.stampFaults[fault])}</p>`
  return `${head}${facts}<div class="state bad"><p>${html(strings.stampBroken)}</p>${why}</div>`
}

/** Whether the seal can be verified when its authorities are gone, where that was asked for; and why not. */
const longTermOf = (longTerm: VerifiedLongTerm | null, strings: VerifyStrings, locale: string): string => {
  if (!longTerm || longTerm.state === 'none') return ''
  const { state, valid, fault, certificate } = longTerm
  const head = `<h2 class="minor">${html(strings.longTerm)}</h2>`
  const why = fault === null ? '' : ` ${html(longTermFaultIn(locale, { fault, certificate }))}`
  if (state === 'missing') return `${head}<p>${html(strings.longTermMissing)}${why}</p>`
  if (valid) return `${head}<p class="quiet">${html(strings.longTermHolds)}</p>`
  return `${head}<div class="state bad"><p>${html(strings.longTermBroken)}${why}</p></div>`
}

const numberOf = (id: string, strings: VerifyStrings): string =>
  `<p class="quiet">${html(strings.number)}: <code>${html(id)}</code></p>`

/** Which file it is; and of which document, where the page is about another or about none. */
const fileResult = (
  { digest, verdict }: NonNullable<VerifyView['file']>,
  asked: VerifyView['asked'],
  strings: VerifyStrings,
  locale: string,
): string => {
  if (verdict === null) return ''
  const box = (tone: string, says: string): string => `<div class="state ${tone}" id="result" role="status">${says}</div>`
  const { doc, file } = verdict
  if (verdict.failure === 'long_term_removed')
    return box('bad', `<p><strong>${html(strings.isBare)}</strong></p><p>${html(strings.isBareSays)}</p>`)
  if (verdict.failure === 'several_documents')
    return box('wait', `<p><strong>${html(strings.isShared)}</strong></p><p>${html(strings.isSharedSays)}</p>`)
  if (!verdict.valid || !doc || !file)
    return box('bad', `<p><strong>${html(strings.isNone)}</strong></p><p>${html(strings.isNoneSays)}</p>`)
  if (asked && asked.verdict.doc?.id !== doc.id) {
    const to = `/verify/${doc.id}?lang=${encodeURIComponent(languageOf(locale))}&sha256=${encodeURIComponent(digest)}`
    return box(
      'bad',
      `<p><strong>${putIsolated(strings.isOther, { title: doc.title })}</strong></p><p><a href="${html(to)}">${html(strings.verify)}</a></p>`,
    )
  }
  const says = {
    ...{ original: strings.isOriginal, sealed: strings.isSealed, certificate: strings.isCertificate },
    uploaded: strings.isUploaded,
  }[file]
  const tone = file === 'original' || file === 'uploaded' ? 'wait' : 'good'
  const paper = verdict.paper ? `<p>${uploadOf(verdict.paper, strings, locale)} ${html(strings.isUploadedSays)}</p>` : ''
  const result = box(tone, `<p><strong>${html(says)}</strong></p>${paper}`)
  return asked ? result : `${result}<h3>${isolated(doc.title)}</h3>${verdictOf(verdict, strings, locale)}`
}

const isUnknown = (file: VerifyView['file']): boolean =>
  file?.verdict != null && !file.verdict.valid && file.verdict.failure === undefined

/** With a script, a file is hashed on the device and its digest is sent; without one, the digest is typed. */
const fileForm = (address: string, lang: string, digest: string, isWrong: boolean, strings: VerifyStrings): string =>
  `<form id="check" method="get" action="${html(address)}#file" data-reading="${html(strings.reading)}" data-unreadable="${html(strings.unreadable)}">${lang}
<div class="drop" data-script hidden><p>${html(strings.fileSays)}</p>
<label for="pdf">${html(strings.file)}</label><p class="hint" id="pdf-hint">${html(strings.drop)}</p>
<input type="file" id="pdf" accept="application/pdf,.pdf" aria-describedby="pdf-hint"><p id="said" role="status"></p></div>
<label for="sha256">${html(strings.digest)}</label>
<p class="hint" id="sha256-hint">${html(strings.digestHint)}</p>
<input id="sha256" name="sha256" maxlength="100" autocomplete="off" spellcheck="false" value="${html(digest)}" aria-describedby="sha256-hint${isWrong ? ' sha256-error" aria-invalid="true' : ''}">
${isWrong ? `<p class="error" id="sha256-error" role="alert">${html(strings.badDigest)}</p>` : ''}
<p><button>${html(strings.check)}</button></p>
</form>`
