import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { IconArrowUp } from '#icons'
import { ErrorNote } from './error-note.tsx'
import type { Keyset } from './keyset.ts'
import classes from './parts.module.css'
import { strings } from './strings.ts'

/** The foot of a keyset list: loads older rows when it comes into view, and has a button for those who do not scroll. */
export const OlderRows = ({
  list,
}: {
  list: Pick<Keyset<{ id: string }>, 'hasOlder' | 'isLoadingOlder' | 'olderError' | 'loadOlder' | 'rows'>
}) => {
  const foot = useRef<HTMLDivElement>(null)
  const { loadOlder } = list
  const load = useRef(loadOlder)
  load.current = loadOlder
  const mayLoad = list.hasOlder && !list.isLoadingOlder && !list.olderError
  useEffect(() => {
    const element = foot.current
    if (!element || !mayLoad) return
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load.current(), {
      rootMargin: '600px',
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [mayLoad])

  if (!list.hasOlder && list.rows.length <= 20) return null
  return (
    <div className={classes.older} ref={foot}>
      {list.olderError ? (
        <ErrorNote error={list.olderError} onRetry={loadOlder} />
      ) : list.hasOlder ? (
        <Button variant="default" onClick={loadOlder} loading={list.isLoadingOlder}>
          {list.isLoadingOlder ? strings.loadingOlder : strings.loadOlder}
        </Button>
      ) : (
        <span>{strings.theEnd}</span>
      )}
    </div>
  )
}

/** Readers who have scrolled down are told of new rows above, and not moved. */
export const NewAbove = ({ arrived }: { arrived: number }) => {
  const [seen, setSeen] = useState(arrived)
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    const look = (): void => setIsDown(window.scrollY > 240)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  useEffect(() => {
    if (!isDown) setSeen(arrived)
  }, [isDown, arrived])
  const n = arrived - seen
  if (!isDown || n <= 0) return null
  return (
    <div className={classes.newAbove}>
      <Button
        size="xs"
        radius="xl"
        leftSection={<IconArrowUp size={14} aria-hidden />}
        onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
      >
        {strings.newAbove(n)}
      </Button>
    </div>
  )
}

/** Rows to come, so that nothing jumps when they do. */
export const RowsPending = ({ rows = 8 }: { rows?: number }) => (
  <div className={classes.rowsPending} role="status" aria-label={strings.loading}>
    {Array.from({ length: rows }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
      <div key={n} className={classes.rowPending}>
        <Skeleton circle height={36} />
        <div style={{ flex: 1 }}>
          <Skeleton height={11} width={`${24 + ((n * 13) % 20)}%`} mb={8} />
          <Skeleton height={9} width={`${34 + ((n * 17) % 24)}%`} />
        </div>
      </div>
    ))}
  </div>
)

/** At the foot of a card that shows the first of a list: the next of them, when they are asked for, and the list itself. */
export const MoreRows = ({
  list,
  all,
}: {
  list: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** Where all of them stand; not of a card with nothing in it. */
  all?: AllRows | false | undefined
}) =>
  (list.hasNextPage || all) && (
    <div className={classes.cardFoot}>
      {list.hasNextPage && (
        <Button variant="subtle" size="compact-sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {strings.loadOlder}
        </Button>
      )}
      {all && <ShowAll {...all} />}
    </div>
  )

export interface AllRows {
  /** Of the card. */
  readonly title: string
  readonly to: '/tasks' | '/invoices' | '/bookings' | '/contacts' | '/deals'
  readonly search: Readonly<Record<string, string>>
}

/** The way from the first of a list, in a card, to the list of all. */
export const ShowAll = ({ title, to, search }: AllRows) => (
  <Link to={to} search={search as never} className={classes.showAll} aria-label={strings.showAllOf(title)}>
    {strings.showAll}
  </Link>
)
