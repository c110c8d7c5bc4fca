import { Button, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import classes from './home.module.css'
import { strings } from './strings.ts'

/** One subject of the page: its name, how many there are, and the way to all of them. */
export const HomeCard = ({
  title,
  count,
  link,
  wide = false,
  children,
}: {
  title: string
  count?: ReactNode
  link?: { readonly text: string } & Pick<LinkProps, 'to' | 'search' | 'params'>
  wide?: boolean
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section className={classes.card} data-wide={wide || undefined} aria-labelledby={id}>
      <header className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {count !== undefined && <span className={classes.count}>{count}</span>}
        {link && (
          <Link {...(link as LinkProps)} className={classes.all}>
            {link.text}
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}

export const HomeList = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
  <ul className={classes.items} role="list" aria-label={label}>
    {children}
  </ul>
)

/** A row that leads somewhere as a whole, or opens what it is about over the page: what it is about in two lines, why it is there at its end, and what can be done in place. */
export const HomeRow = ({
  id,
  mark,
  title,
  text,
  end,
  action,
  ...way
}: {
  id: string
  mark?: ReactNode
  title: string
  text?: ReactNode
  end?: ReactNode
  action?: ReactNode
} & ({ link: Pick<LinkProps, 'to' | 'params' | 'search'> } | { onOpen: () => void })) => {
  const about = (
    <>
      <span className={classes.name} title={title}>
        <bdi>{title}</bdi>
      </span>
      {text && <span className={classes.more}>{text}</span>}
    </>
  )
  return (
    <li className={classes.item}>
      {mark}
      {'link' in way ? (
        <Link {...(way.link as LinkProps)} className={classes.about} data-row={id}>
          {about}
        </Link>
      ) : (
        <button type="button" className={classes.about} data-row={id} onClick={way.onOpen}>
          {about}
        </button>
      )}
      {end && <span className={classes.end}>{end}</span>}
      {action && <span className={classes.act}>{action}</span>}
    </li>
  )
}

/** Opens what a row is about, where nothing else can be done in place. */
export const OpenButton = ({ link, name }: { link: Pick<LinkProps, 'to' | 'params'>; name: string }) => (
  <Button size="xs" variant="default" renderRoot={(props) => <Link {...(link as LinkProps)} {...props} />}>
    {strings.open}
    <Of name={name} />
  </Button>
)

/** Which one a button of a row is about, for those who do not see the row. */
export const Of = ({ name }: { name: string }) => <span className="hidden-visually">: {name}</span>
