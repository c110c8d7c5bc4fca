import { Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { counted } from '../i18n/format.ts'
import classes from './parts.module.css'

let pagesSeen = 0

/**
 * The top of a page: its only h1, what it is for, and what can be done here. Also the title of the browser's tab.
 * After a navigation the heading takes the focus, so that a screen reader says where one has come to.
 */
export const PageHeader = ({
  title,
  lead,
  actions,
  back,
  tabTitle,
  mark,
}: {
  title: ReactNode
  /** One or two sentences under the title. */
  lead?: ReactNode
  actions?: ReactNode
  /** Where the arrow above the title leads. */
  back?: { label: string; to: LinkProps['to']; search?: LinkProps['search']; params?: LinkProps['params'] }
  /** What the tab says where the title is not a text. */
  tabTitle?: string
  /** A picture before the title. */
  mark?: ReactNode
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const name = tabTitle ?? (typeof title === 'string' ? title : undefined)
  useTabTitle(name)
  useEffect(() => {
    if (pagesSeen++ > 0 && (document.activeElement === document.body || document.activeElement === null))
      heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <header className={classes.header}>
      <div className={classes.headerText}>
        {back && (
          <Link {...(back as LinkProps)} className={classes.back}>
            <IconChevronLeft size={15} stroke={2} className="mirrors" aria-hidden />
            {back.label}
          </Link>
        )}
        <div className={classes.headerLine}>
          {mark}
          <div style={{ minWidth: 0 }}>
            <Title order={1} ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {lead && <div className={classes.lead}>{lead}</div>}
          </div>
        </div>
      </div>
      {actions && <div className={classes.headerActions}>{actions}</div>}
    </header>
  )
}

let tabName: string | undefined
let tabMark = 0
const writeTitle = (): void => {
  const name = tabName ? `${tabName} · Foyer` : 'Foyer'
  document.title = tabMark > 0 ? `(${counted(tabMark)}) ${name}` : name
}

/** Names the browser's tab for as long as the page is shown. */
export const useTabTitle = (name: string | undefined): void => {
  useEffect(() => {
    tabName = name
    writeTitle()
  }, [name])
}

/** A number before the name of the tab: what waits, whichever page is open. */
export const useTabMark = (n: number): void => {
  useEffect(() => {
    tabMark = n
    writeTitle()
  }, [n])
}
