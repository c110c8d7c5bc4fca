import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './parts.module.css'

/** One subject of a page, with its heading. */
export const Card = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id} data-card>
      <div className={classes.cardHead}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  )
}
