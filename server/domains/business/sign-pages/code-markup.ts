import { html } from '#core/http/markup.ts'
import { put } from '#shapes/texts.ts'
import { shell, stringsOf } from './page-markup.ts'

interface CodeView {
  readonly token: string
  readonly locale: string
  /** Whether a code was asked for; before, the page offers to send one. */
  readonly isSent: boolean
  /** What is wrong with the code that was entered. */
  readonly fault: string | null
  /** None could be sent: the sender is told. */
  readonly isUnsent: boolean
  readonly way: CodeWay
}

/** How the code goes. Of a number its end is shown. */
export interface CodeWay {
  readonly sent_by: 'email' | 'whatsapp'
  readonly number_ends: string | null
}

/** The page before the document of a signer who is asked for a code: it tells nothing of the document. */
export const codePage = ({ token, locale, isSent, isUnsent, fault, way }: CodeView): string => {
  const strings = stringsOf(locale)
  const isByWhatsApp = way.sent_by === 'whatsapp'
  const said = (words: string): string => html(put(words, { number: way.number_ends ?? '' }))
  const address = `/sign/${encodeURIComponent(token)}`
  const lang = `lang=${encodeURIComponent(locale)}`
  const send = (label: string, look: string): string =>
    `<form method="post" action="${html(address)}/code/send?${lang}"><p><button${look}>${html(label)}</button></p></form>`
  const told = fault === null ? '' : ' aria-describedby="code-error" aria-invalid="true"'
  const enter = `<form method="post" action="${html(address)}/code?${lang}">
<p role="status">${said(isByWhatsApp ? strings.codeSentWhatsapp : strings.codeSent)}</p>
<p class="field"><label for="code">${html(strings.codeLabel)}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" aria-required="true"${told}></p>
${fault === null ? '' : `<p class="error" id="code-error" role="alert">${html(fault)}</p>`}
<p><button class="main">${html(strings.codeEnter)}</button></p>
</form>${send(strings.codeAgain, '')}`
  const unsent = isUnsent ? `<p class="error" role="alert">${html(strings.codeUnsent)}</p>` : ''
  const ask = `${unsent}<p>${said(isByWhatsApp ? strings.codeSaysWhatsapp : strings.codeSays)}</p>${send(strings.codeSend, ' class="main"')}
<p><a href="${html(address)}?${lang}&amp;code=sent">${html(strings.codeHave)}</a></p>`
  return shell(
    { locale, title: strings.codeTitle, self: address },
    `<main class="small"><h1>${html(strings.codeTitle)}</h1>${isSent ? enter : ask}</main>`,
  )
}
