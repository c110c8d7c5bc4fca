import { html } from '#core/http/markup.ts'
import { brandBar, brandFoot, brandLinks } from '#domains/platform/business-identity/brand-markup.ts'
import type { Brand } from '#domains/platform/business-identity/brands.ts'
import { languageOf, languages } from '#shapes/languages.ts'
import { type PageStrings, pageStrings } from './page-strings.ts'

export const stringsOf = (locale: string): PageStrings => pageStrings[languageOf(locale)]

/** A whole page: its title, and what stands in it. `self` is its address without a language, for the links to the others. */
export const shell = (
  {
    locale,
    title,
    self,
    brand,
  }: { readonly locale: string; readonly title: string; readonly self: string | null; readonly brand?: Brand },
  body: string,
): string => {
  const spoken = languageOf(locale)
  const others = Object.entries(languages).map(([code, name]) =>
    code === spoken
      ? `<li><span lang="${code}" aria-current="true">${html(name)}</span></li>`
      : `<li><a lang="${code}" hreflang="${code}" href="${html(addressWith(self ?? '', { lang: code }))}">${html(name)}</a></li>`,
  )
  return `<!doctype html>
<html lang="${html(locale)}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/book/assets/book.css">
${brand ? brandLinks(brand) : ''}
<script src="/book/assets/book.js" defer></script>
</head>
<body>
${brand ? `<header class="brand">${brandBar(brand)}</header>` : ''}
${body}
${brand ? brandFoot(brand, { locale }) : ''}
${self === null ? '' : `<nav aria-label="${html(stringsOf(locale).language)}"><ul>${others.join('')}</ul></nav>`}
</body>
</html>
`
}

/** A page of `shell` as it stands in a website: the script tells that origin how high it is, and whether a meeting was booked. */
export const inFrame = (page: string, { origin, theme }: { readonly origin: string; readonly theme: string }): string =>
  page.replace('<html ', `<html data-frame="${html(origin)}" data-theme="${theme}" `)

/** An address with some parameters set, and others taken away by null. */
export const addressWith = (address: string, changes: Readonly<Record<string, string | null>>): string => {
  const url = new URL(address, 'http://here.invalid')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return `${url.pathname}${url.search}`
}

/** `isFromMail`: emails bear its address; a website or a person gave every other. */
export const noPage = (status: number, { locale, isFromMail }: { locale: string; isFromMail: boolean }): string => {
  const strings = stringsOf(locale)
  const text = status === 429 ? strings.tooMany : isFromMail ? strings.unknownSays : strings.unknownPage
  return shell(
    { locale, title: strings.unknownTitle, self: null },
    `<main><h1>${html(strings.unknownTitle)}</h1><p>${html(text)}</p></main>`,
  )
}
