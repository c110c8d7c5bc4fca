import { useEffect, useRef } from 'react'
import { useSession } from '#web/session.ts'
import { strings } from './strings.ts'
import classes from './webchat.module.css'
import type { Line } from './widget/message-log.ts'
import { languageOf } from './widget/strings.ts'
import { type Look, makeView } from './widget/view.ts'

const nothing = (): void => {}

/** The widget itself, open and with an example of a conversation; read-only. */
export const Preview = ({ look }: { look: Omit<Look, 'organization'> & { locale: string } }) => {
  const host = useRef<HTMLDivElement>(null)
  const { organization } = useSession()
  const { accent, greeting, locale, side, theme, title } = look
  useEffect(() => {
    if (!host.current) return
    const shown = { accent, greeting, side, theme, title, organization: organization.name }
    const view = makeView(
      host.current,
      shown,
      languageOf(locale) ?? 'en',
      { send: nothing, again: nothing, identify: async () => false, dismissWho: nothing, turned: nothing },
      { inside: true },
    )
    view.show(example)
  }, [accent, greeting, locale, side, theme, title, organization.name])
  return (
    <figure className={classes.preview} aria-hidden inert>
      <figcaption>{strings.preview}</figcaption>
      <div ref={host} />
    </figure>
  )
}

const example: readonly Line[] = [
  { id: 'asks', from: 'user', author: null, text: strings.previewAsks, state: 'sent' },
  { id: 'answers', from: 'agent', author: strings.previewAuthor, text: strings.previewAnswers, state: 'sent' },
]
