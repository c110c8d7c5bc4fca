import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './form-page.module.css'
import { strings } from './strings.ts'

/** A page of settings: its parts one below the other. How wide it is, its header says: `width="form"`. */
export const FormPage = ({ children }: { children: ReactNode }) => <div className={classes.page}>{children}</div>

/** One subject of a form or of a page of settings, parted from the next by a line. */
export const Part = ({
  title,
  text,
  actions,
  children,
}: {
  title: string
  text?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) => {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {text && <p className={classes.text}>{text}</p>}
      {children}
    </section>
  )
}

/** Fields below each other, two beside each other where they fit. */
export const Fields = ({ children }: { children: ReactNode }) => <div className={classes.fields}>{children}</div>

/** Two short fields that belong together, beside each other in a window too. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>

/** At the foot of a form for as long as something in it is not saved. Stands in the form, whose submit it is. */
export const SaveBar = ({ isDirty, isPending, onDiscard }: { isDirty: boolean; isPending: boolean; onDiscard: () => void }) => {
  if (!isDirty) return null
  return (
    <section className={classes.saveBar} aria-label={strings.unsaved}>
      <span className={classes.unsaved} role="status">
        {strings.unsaved}
      </span>
      <Button variant="subtle" color="gray" onClick={onDiscard} disabled={isPending}>
        {strings.discard}
      </Button>
      <Button type="submit" loading={isPending}>
        {strings.save}
      </Button>
    </section>
  )
}
