import { html } from '#core/http/markup.ts'
import { put } from '#shapes/texts.ts'
import { stringsOf } from './page-markup.ts'
import { type Entry, entriesOf, type SigningShown } from './signing-states.ts'

/** In pixels: of a phone, of a page that stands alone, and of either on a dense screen. */
const widths = [480, 800, 1_200] as const
export const usualWidth = 800
const zoomWidth = 2_000

/**
 * The pages as pictures, each with its text: for screen readers, and in large letters for those who ask for it on a phone. The fields in them
 * lead to the form.
 */
export const paperOf = (signing: SigningShown, { address, locale }: { readonly address: string; readonly locale: string }) => {
  const strings = stringsOf(locale)
  const entries = entriesOf(signing)
  const count = String(signing.pages.length)
  return signing.pages
    .map(({ width, height, text }, index) => {
      const n = String(index + 1)
      const at = (pixels: number): string => `${address}/page/${n}.png?width=${pixels}`
      const tall = Math.round((usualWidth * height) / width)
      const when = index === 0 ? 'fetchpriority="high"' : 'loading="lazy"'
      const called = html(put(strings.page, { n, count }))
      return `<section class="sheet" id="page-${n}" data-part="p${n}" aria-label="${called}">
<div class="picture"><img src="${html(at(usualWidth))}" srcset="${widths.map((each) => `${html(at(each))} ${each}w`).join(', ')}" sizes="(min-width: 72rem) 46rem, 100vw" width="${usualWidth}" height="${tall}" alt="${called}" decoding="async" ${when}>${marksOn(
        entries.filter(({ field }) => field.page === index),
        { width, height },
      )}</div>
<p class="under"><span aria-hidden="true">${called}</span> <a href="#text-${n}">${html(put(strings.pageText, { n }))}</a> <a href="${html(at(zoomWidth))}">${html(put(strings.larger, { n }))}</a></p>
<div class="hidden read" id="text-${n}"><h3>${html(put(strings.pageText, { n }))}</h3><div class="words">${html(text)}</div></div>
</section>`
    })
    .join('')
}

/** For the pointer: those who use keys or a screen reader find the fields in the form, and each there names its page. */
const marksOn = (entries: readonly Entry[], page: { readonly width: number; readonly height: number }): string =>
  entries.length === 0
    ? ''
    : `<svg viewBox="0 0 ${page.width} ${page.height}" aria-hidden="true" focusable="false">${entries
        .map(
          ({ field: { x, y, width, height }, id }) =>
            `<a href="#at-${id}" tabindex="-1"><rect data-of="${id}" x="${x}" y="${y}" width="${width}" height="${height}" rx="2"/></a>`,
        )
        .join('')}</svg>`
