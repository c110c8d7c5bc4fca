import { inkOn } from '#shapes/colours.ts'
import { make } from '#web/ui/plain-element.ts'
import { makeComposeForm } from './compose-form.ts'
import { icon, icons } from './elements.ts'
import { makeLog } from './message-log.ts'
import { type Language, languages, type Words } from './strings.ts'
import { makeWhoForm, type WhoDeeds } from './who-form.ts'
import css from './widget.css?inline'

/** How a widget looks and what it says, as its workspace has set it. */
export interface Look {
  readonly title: string
  readonly greeting: string
  /** #rrggbb */
  readonly accent: string
  readonly theme: 'auto' | 'light' | 'dark'
  readonly side: 'left' | 'right'
  readonly organization: string
  /** The address of its logo. */
  readonly logo?: string | null
}

export interface Deeds extends WhoDeeds {
  send(text: string): void
  again(id: string): void
  /** The panel was opened or closed. */
  turned(isOpen: boolean): void
}

/**
 * The chat as a visitor sees it, in a shadow tree that no style of the page reaches. Its own style is a constructed sheet, which a
 * page's Content-Security-Policy does not keep out. `inside`: stands in its place, open, for a preview.
 */
export const makeView = (host: HTMLElement, look: Look, language: Language, deeds: Deeds, { inside = false } = {}) => {
  const words = languages[language]
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [sheet]

  const launcher = makeLauncher(words, inside)
  const close = make('button', { type: 'button', class: 'close', 'aria-label': words.closeIt }, icon(icons.close))
  const { log, show, toEnd } = makeLog(words, look.greeting, deeds.again)
  const notice = make('p', { class: 'notice', role: 'status', hidden: '' })
  const { form: compose, field } = makeComposeForm(words, deeds.send)
  const who = makeWhoForm(words, deeds, () => field.focus())
  const panel = make(
    'section',
    {
      class: 'panel',
      id: 'panel',
      role: inside ? 'group' : 'dialog',
      'aria-labelledby': 'title',
      ...(!inside && { hidden: '' }),
    },
    headOf(look, words, inside ? [] : [close]),
    log,
    notice,
    who.form,
    compose,
  )
  const aloud = make('div', { class: 'unseen', role: 'status' })
  const root = make('div', { class: 'root', lang: language }, panel, ...(inside ? [] : [launcher.button]), aloud)
  dress(root, look, inside)
  shadow.replaceChildren(root)

  let isOpen = inside
  /** On a small screen the panel covers the page: then the keyboard stays in it. */
  const small = matchMedia('(max-width: 480px), (max-height: 420px)')
  const fit = (): void => {
    launcher.button.hidden = isOpen && small.matches
    if (isOpen && small.matches) panel.setAttribute('aria-modal', 'true')
    else panel.removeAttribute('aria-modal')
  }
  const turn = (to: boolean): void => {
    if (isOpen === to) return
    isOpen = to
    panel.hidden = !to
    fit()
    launcher.turn(to)
    if (to) {
      toEnd()
      field.focus()
    } else launcher.button.focus()
    deeds.turned(to)
  }
  if (!inside) {
    launcher.button.addEventListener('click', () => turn(!isOpen))
    close.addEventListener('click', () => turn(false))
    small.addEventListener('change', fit)
    root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && isOpen && !event.isComposing) turn(false)
      if (event.key === 'Tab' && isOpen && small.matches) keepInside(event, panel, shadow)
      // What is typed here is not for the shortcuts of the page.
      event.stopPropagation()
    })
    for (const type of ['keyup', 'keypress']) root.addEventListener(type, (event) => event.stopPropagation())
  }

  return {
    get isOpen() {
      return isOpen
    },
    open: () => turn(true),
    close: () => turn(false),
    show,
    setUnread: launcher.setUnread,
    /** For who cannot see that something came, while the panel is closed. */
    announce(author: string | null): void {
      aloud.textContent = ''
      aloud.textContent = words.newFrom(author || words.team)
    },
    setOffline(isOffline: boolean): void {
      notice.hidden = !isOffline
      notice.textContent = isOffline ? words.offline : ''
    },
    askWho: who.ask,
    remove: () => host.remove(),
  }
}

export type View = ReturnType<typeof makeView>

/** The button that opens the chat and says how much is unread. */
const makeLauncher = (words: Words, isOpenFirst: boolean) => {
  const badge = make('span', { class: 'badge', 'aria-hidden': 'true', hidden: '' })
  const button = make(
    'button',
    { type: 'button', class: 'launcher', 'aria-expanded': 'false', 'aria-controls': 'panel', 'aria-haspopup': 'dialog' },
    icon(icons.chat),
    badge,
  )
  let isOpen = isOpenFirst
  let unread = 0
  const name = (): void => {
    const act = isOpen ? words.closeIt : words.openIt
    button.setAttribute('aria-label', unread > 0 ? `${act}, ${words.unread(unread)}` : act)
  }
  name()
  return {
    button,
    turn(to: boolean): void {
      isOpen = to
      button.setAttribute('aria-expanded', String(to))
      name()
    },
    setUnread(count: number): void {
      unread = count
      badge.hidden = count === 0
      badge.textContent = count > 9 ? '9+' : String(count)
      name()
    },
  }
}

const headOf = (look: Look, words: Words, buttons: readonly HTMLElement[]): HTMLElement =>
  make(
    'div',
    { class: 'head' },
    ...logoOf(look),
    make(
      'div',
      {},
      make('h2', { id: 'title', dir: 'auto' }, look.title || words.title),
      make('p', { dir: 'auto' }, look.organization),
    ),
    ...buttons,
  )

/** Without it where the page's policy or its store does not let it be shown. */
const logoOf = ({ logo }: Look): HTMLElement[] => {
  if (!logo) return []
  const picture = make('img', { class: 'logo', src: logo, alt: '' })
  picture.addEventListener('error', () => picture.remove())
  return [picture]
}

const dress = (root: HTMLElement, look: Look, inside: boolean): void => {
  root.dataset.theme = look.theme
  if (inside) root.dataset.inside = ''
  root.dataset.side = look.side
  root.style.setProperty('--accent', look.accent)
  root.style.setProperty('--on-accent', inkOn(look.accent))
  root.style.setProperty('--edge', inkOn(look.accent) === '#000000' ? '#767d86' : 'transparent')
}

/** From the last control on to the first one, and back. */
const keepInside = (event: KeyboardEvent, panel: HTMLElement, shadow: ShadowRoot): void => {
  const stops = [...panel.querySelectorAll<HTMLElement>('button, textarea, input, a, [tabindex]')].filter(
    (each) => each.getClientRects().length > 0,
  )
  const end = event.shiftKey ? stops[0] : stops.at(-1)
  if (shadow.activeElement !== end) return
  event.preventDefault()
  ;(event.shiftKey ? stops.at(-1) : stops[0])?.focus()
}
