import type { z } from 'zod'
import { html } from '#core/http/markup.ts'
import type { Brand } from '#domains/platform/business-identity/brands.ts'
import { languageOf } from '#shapes/languages.ts'
import type { SignedFiles } from '../documents/download-links.ts'
import { isolated, putIsolated, sayDay, shell, stringsOf } from './page-markup.ts'
import { signedStrings } from './signed-strings.ts'

/** The files of a signed document, until the link ends; then that it did, and whom to ask. */
export const signedPage = (
  { organization: sender, brand, title, document_id: id, ends_at, ended, files }: z.output<typeof SignedFiles>,
  { token, locale }: { readonly token: string; readonly locale: string },
): string => {
  const strings = signedStrings[languageOf(locale)]
  const { downloadSealed, downloadCertificate, verify, keepBoth } = stringsOf(locale)
  const address = `/signed/${encodeURIComponent(token)}`
  const day = sayDay(ends_at, locale)
  const page = (name: string, body: string): string =>
    shell({ locale, title: name, self: address, brand }, `<main class="small">${body}</main>`)
  if (ended || title === null) return endedPage({ sender, brand, endedAt: ends_at }, { self: address, locale })
  const words = { sealed: downloadSealed, certificate: downloadCertificate }
  const links = files.map(
    ({ kind, bytes }) =>
      `<li><a href="${html(address)}/${kind}.pdf" download>${html(words[kind])}</a> <span class="quiet">${html(saySize(bytes, locale))}</span></li>`,
  )
  return page(
    `${title} · ${sender}`,
    `<p class="from">${isolated(sender)}</p><h1>${isolated(title)}</h1>
<div class="state good"><p>${html(strings.says)} ${html(keepBoth)}</p></div>
<ul class="links">${links.join('')}<li><a href="/verify/${html(id ?? '')}?lang=${encodeURIComponent(locale)}">${html(verify)}</a></li></ul>
<p class="quiet">${putIsolated(strings.until, { day, sender })}</p>`,
  )
}

/** Of a link that has ended: whom to ask, and nothing of the document. */
export const endedPage = (
  { sender, brand, endedAt }: { readonly sender: string; readonly brand: z.output<typeof Brand>; readonly endedAt: string },
  { self, locale }: { readonly self: string; readonly locale: string },
): string => {
  const strings = signedStrings[languageOf(locale)]
  const says = putIsolated(strings.endedSays, { day: sayDay(endedAt, locale) })
  return shell(
    { locale, title: strings.endedTitle, self, brand },
    `<main class="small"><p class="from">${isolated(sender)}</p><h1>${html(strings.endedTitle)}</h1>
<div class="state wait"><p>${says}</p><p>${putIsolated(strings.ask, { sender })}</p></div></main>`,
  )
}

const saySize = (bytes: number, locale: string): string => {
  const [unit, of] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: of === 1_000 ? 0 : 1 }).format(bytes / of)
}
