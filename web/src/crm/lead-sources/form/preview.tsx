import { useEffect, useRef } from 'react'
import { showForm } from '#shapes/shown-forms.ts'
import { type FormDraft, lookOf } from './draft.ts'
import classes from './form.module.css'
import { strings } from './strings.ts'
import { type Deeds, makeForm } from './widget/view.ts'

const nothing: Deeds = { send: () => new Promise(() => {}), sent: () => true }

/** The form as the script draws it, out of what is typed; read-only. */
export const Preview = ({ draft, version }: { draft: FormDraft; version: number }) => {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (host.current) makeForm(host.current, showForm(lookOf(draft, version), draft.locale), nothing)
  }, [draft, version])
  return (
    <figure className={classes.preview} aria-hidden inert>
      <figcaption>{strings.preview}</figcaption>
      <div className={classes.paper}>
        <div ref={host} />
      </div>
    </figure>
  )
}
