import { html } from '#core/http/markup.ts'
import { put } from '#shapes/texts.ts'
import { type Mistake, nextOf, signForm, type Typed } from './field-markup.ts'
import { isolated, putIsolated, sayDay, shell, stringsOf } from './page-markup.ts'
import { paperOf } from './paper-markup.ts'
import type { SignStrings } from './sign-strings.ts'
import type { SigningShown, SignState } from './signing-states.ts'

export interface SignView {
  readonly token: string
  readonly locale: string
  readonly state: SignState
  readonly typed: Typed
  readonly mistakes: readonly Mistake[]
  /** Why the document could not be declined, with the reason that was typed. */
  readonly declining: { readonly text: string; readonly reason: string } | null
  /** What is wrong with the person who was named, with what was typed. */
  readonly handing: Handing | null
}

export interface Handing {
  /** `name`, `email` or null: no field in particular. */
  readonly field: string | null
  readonly text: string
  readonly typed: Typed
}

/** The page of a signer, whole, in every state of the document. */
export const signPage = (signing: SigningShown, view: SignView): string => {
  const strings = stringsOf(view.locale)
  const address = `/sign/${encodeURIComponent(view.token)}`
  const isOpen = view.state === 'open'
  const head = `<p class="from">${putIsolated(strings.asks, { sender: signing.organization })}</p>
<h1>${isolated(signing.title)}</h1>`
  const body = isOpen
    ? openOf(signing, { ...view, address, head, strings })
    : `<main class="small" data-done${view.state === 'sealing' ? ` data-sealing="${html(address)}/state"` : ''} data-viewed="${html(address)}/viewed">${head}${stateOf(signing, view, address)}${signersOf(signing, view)}</main>`
  return shell(
    { locale: view.locale, title: `${signing.title} · ${signing.organization}`, self: address, brand: signing.brand },
    body,
  )
}

interface OpenView extends SignView {
  readonly address: string
  readonly head: string
  readonly strings: SignStrings
}

const openOf = (signing: SigningShown, view: OpenView): string => {
  const { address, locale, strings, typed, mistakes } = view
  const next = nextOf(signing, view, strings)
  const action = `${address}?lang=${encodeURIComponent(locale)}`
  return `<a class="skip" href="#form">${html(strings.toForm)}</a>
<main data-viewed="${html(address)}/viewed">
<header>${view.head}
<p>${putIsolated(strings.until, { day: sayDay(signing.ends_at, locale) })}</p>
${signersOf(signing, view)}
${handedOf(signing, strings)}
<p><a href="${html(address)}/original.pdf" download>${html(strings.download)}</a></p>
</header>
<section class="paper" aria-label="${html(strings.document)}">${paperOf(signing, { address, locale })}</section>
<div class="side">
${signForm(signing, { address, action, locale, typed, mistakes })}
${handOverOf(signing, view)}
${declineOf(signing, view)}
</div>
<p class="bar"><span id="filled"></span> <a id="next" href="#at-${next.id}">${html(put(strings.nextField, { label: next.label }))}</a></p>
</main>`
}

/** What became of the person whom the signer named. */
const handedOf = ({ organization: sender, signer: { successor } }: SigningShown, strings: SignStrings): string =>
  successor === null
    ? ''
    : `<p class="state wait" role="status">${putIsolated(successor.refused ? strings.handOverRefused : strings.handOverAsked, { sender, name: successor.name })}</p>`

const handOverOf = ({ organization }: SigningShown, { address, locale, strings, handing }: OpenView): string => {
  const fault = (name: string): string =>
    handing?.field === name ? `<p class="error" id="to-${name}-error">${html(handing.text)}</p>` : ''
  const told = (name: string): string =>
    handing?.field === name ? ` aria-describedby="to-${name}-error" aria-invalid="true"` : ''
  const input = (name: string, label: string, type: string): string =>
    `<label for="to-${name}">${html(label)}</label><input id="to-${name}" name="${name}" type="${type}" maxlength="254" autocomplete="off" aria-required="true" value="${html(handing?.typed[name] ?? '')}"${told(name)}>${fault(name)}`
  return `<details class="decline" id="hand-over"${handing ? ' open' : ''}><summary>${html(strings.handOver)}</summary>
<form method="post" action="${html(address)}/hand-over?lang=${encodeURIComponent(locale)}#hand-over" novalidate>
<p>${putIsolated(strings.handOverSays, { sender: organization })}</p>
${handing?.field === null ? `<p class="error" role="alert">${html(handing.text)}</p>` : ''}
${input('name', strings.handOverName, 'text')}
${input('email', strings.handOverEmail, 'email')}
<label for="to-reason">${html(strings.reason)} <span class="quiet">${html(strings.optional)}</span></label>
<textarea id="to-reason" name="reason" rows="2" maxlength="1000">
${html(handing?.typed.reason ?? '')}</textarea>
<p><button>${html(strings.handOverButton)}</button></p>
</form></details>`
}

const declineOf = ({ organization }: SigningShown, { address, locale, strings, declining }: OpenView): string =>
  `<details class="decline"${declining ? ' open' : ''}><summary>${html(strings.decline)}</summary>
<form method="post" action="${html(address)}/decline?lang=${encodeURIComponent(locale)}">
<p>${putIsolated(strings.declineSays, { sender: organization })}</p>
<label for="reason">${html(strings.reason)} <span class="quiet">${html(strings.optional)}</span></label>
<textarea id="reason" name="reason" rows="3" maxlength="1000"${declining ? ' aria-describedby="reason-error" aria-invalid="true"' : ''}>
${html(declining?.reason ?? '')}</textarea>
${declining ? `<p class="error" id="reason-error" role="alert">${html(declining.text)}</p>` : ''}
<p><button>${html(strings.declineButton)}</button></p>
</form></details>`

/** All who sign, in their order; the signer of this link first. */
const signersOf = ({ signer, others }: SigningShown, { locale, state }: SignView): string => {
  const strings = stringsOf(locale)
  const says = (each: { state: string; signedAt?: string | null }): string => {
    if (each.state === 'signed')
      return each.signedAt ? put(strings.signedOn, { day: sayDay(each.signedAt, locale) }) : strings.youSigned
    if (each.state === 'declined') return strings.isDeclined
    return each.state === 'waiting' || (each === signer && state === 'not_turn') ? strings.isLater : strings.notYet
  }
  const rows = [signer, ...others].map(
    (each) =>
      `<li>${isolated(each.name)}${each === signer ? ` ${html(strings.you)}` : ''}: <span class="quiet">${html(says(each))}</span></li>`,
  )
  return `<h2 class="minor">${html(strings.signers)}</h2><ul class="signers">${rows.join('')}</ul>`
}

const stateOf = (signing: SigningShown, { state, locale }: SignView, address: string): string => {
  const strings = stringsOf(locale)
  const sender = signing.organization
  const box = (tone: 'good' | 'wait' | 'quiet', title: string, says: string): string =>
    `<div class="state ${tone}"><h2>${title}</h2><p>${says}</p></div>`
  const verify = `<a href="/verify/${signing.document_id}?lang=${encodeURIComponent(locale)}">${html(strings.verify)}</a>`
  const file = (name: string, text: string): string => `<a href="${html(address)}/${name}.pdf" download>${html(text)}</a>`
  const links = (...each: readonly string[]): string =>
    `<ul class="links">${each.map((link) => `<li>${link}</li>`).join('')}</ul>`
  const original = file('original', strings.download)
  switch (state) {
    case 'sealed':
      return `${box('good', html(strings.youSigned), `${html(strings.sealed)} ${html(strings.keepBoth)}`)}${links(file('sealed', strings.downloadSealed), file('certificate', strings.downloadCertificate), verify)}`
    case 'sealing':
      return `${box('good', html(strings.youSigned), html(strings.sealSoon))}${links(original, verify)}`
    case 'waiting':
      return `${box('good', html(strings.youSigned), html(strings.othersSign))}${links(original, verify)}`
    case 'not_turn':
      return `${box('wait', html(strings.notTurnTitle), html(strings.notTurnSays))}${links(original)}`
    case 'voided':
      return box(
        'quiet',
        putIsolated(strings.voidedTitle, { sender }),
        `${html(strings.nothingLeft)}${signing.status_reason ? `</p><p>${putIsolated(strings.reasonSays, { reason: signing.status_reason })}` : ''}`,
      )
    case 'expired':
      return box(
        'quiet',
        html(strings.expiredTitle),
        putIsolated(strings.expiredSays, { day: sayDay(signing.ends_at, locale), sender }),
      )
    default: {
      const isMine = signing.signer.state === 'declined'
      // What another signer wrote is for the sender alone.
      const reason = isMine && signing.status_reason ? putIsolated(strings.reasonSays, { reason: signing.status_reason }) : ''
      return box(
        'quiet',
        html(isMine ? strings.youDeclined : strings.declinedTitle),
        `${html(strings.nothingLeft)}${reason && `</p><p>${reason}`}`,
      )
    }
  }
}
