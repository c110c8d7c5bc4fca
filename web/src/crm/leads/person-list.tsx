import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useListKeys } from '#web/shell/keyboard.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './leads.module.css'

/** A person in a list: a lead, or a contact. */
export interface PersonRow {
  readonly id: string
  readonly name: string
  /** Job title and company. */
  readonly work: readonly (string | null)[]
  /** Address and number. */
  readonly reach: readonly (string | null)[]
  readonly badge: ReactNode
  /** The badge says nothing of note: it gives way where there is little room. */
  readonly isQuiet?: boolean
  readonly at: string
  readonly link: Pick<LinkProps, 'to' | 'params'>
}

/** The row that was opened last: whoever comes back finds the focus where they left it. */
let lastOpened: string | null = null

/** People, one a row, on a small screen one a card. A row is one link. */
export const PersonList = ({
  label,
  people,
  fresh,
}: {
  label: string
  people: readonly PersonRow[]
  fresh: ReadonlySet<string>
}) => {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  useEffect(() => {
    const row = lastOpened && list.current?.querySelector<HTMLElement>(`[data-row="${lastOpened}"]`)
    if (row) row.focus({ preventScroll: true })
    lastOpened = null
  }, [])
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={classes.list} ref={list} role="list" aria-label={label}>
      {people.map((person) => (
        <li key={person.id} data-fresh={fresh.has(person.id) || undefined}>
          <Row person={person} />
        </li>
      ))}
    </ul>
  )
}

const Row = ({ person: { id, name, work, reach, badge, isQuiet, at, link } }: { person: PersonRow }) => {
  const [first, second] = reach.filter((value) => value !== null && value !== name)
  return (
    <Link
      {...link}
      className={classes.row}
      data-row={id}
      onClick={() => {
        lastOpened = id
      }}
    >
      <Avatar name={name} />
      <Two first={name} second={work.filter(Boolean).join(' · ')} className={classes.name} />
      <Two first={first} second={second} className={classes.reach} />
      <span className={classes.source} data-quiet={isQuiet || undefined}>
        {badge}
      </span>
      <span className={classes.time}>
        <RelativeTime at={at} />
      </span>
    </Link>
  )
}

const Two = ({
  first,
  second,
  className,
}: {
  first: string | null | undefined
  second: string | null | undefined
  className: string | undefined
}) => (
  <span className={classes.two}>
    {first && (
      <span className={className} style={{ display: 'block' }}>
        {first}
      </span>
    )}
    {second && (
      <span className={classes.below} style={{ display: 'block' }}>
        {second}
      </span>
    )}
  </span>
)
