import { Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconChevronLeft, IconInfoCircle } from '#icons'
import { counted } from '../i18n/format.ts'
import classes from './page-header.module.css'
import { strings } from './strings.ts'

let pagesSeen = 0

/**
 * The top of a page: its only h1, always at the same place, how many there are, and what can be done here. Also the title
 * of the browser's tab. After a navigation the heading takes the focus, so that a screen reader says where one has come to.
 */
export const PageHeader = ({
  title,
  count,
  about,
  lead,
  tabs,
  actions,
  back,
  tabTitle,
  mark,
  width,
}: {
  title: ReactNode
  /** How many of them there are, or are found. */
  count?: ReactNode
  /** What the page is for, for those who ask. */
  about?: string
  /** A record's second line. */
  lead?: ReactNode
  /** Ways to look at the same things, in the middle of the row. */
  tabs?: ReactNode
  actions?: ReactNode
  /** Where the arrow in the margin before the title leads; on a phone it stands above the title, with its name. */
  back?: { label: string; to: LinkProps['to']; search?: LinkProps['search']; params?: LinkProps['params'] }
  /** What the tab says where the title is not a text. */
  tabTitle?: string
  /** A picture before the title. */
  mark?: ReactNode
  /** Width of the page below, set here only: the window's, a record's panes', a form's, or that of the one panel which it heads. */
  width?: 'record' | 'form' | 'panel'
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const name = tabTitle ?? (typeof title === 'string' ? title : undefined)
  useTabTitle(name)
  useEffect(() => {
    if (pagesSeen++ > 0 && (document.activeElement === document.body || document.activeElement === null))
      heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <header className={classes.header} data-tall={Boolean(lead || mark) || undefined} data-width={width}>
      <div className={classes.titles}>
        {back && (
          <Link {...(back as LinkProps)} className={classes.back} title={back.label}>
            <IconChevronLeft size={18} stroke={1.8} className="mirrors" aria-hidden />
            <span className="hidden-visually">{back.label}</span>
          </Link>
        )}
        {mark}
        <div className={classes.name}>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {count !== undefined && <span className={classes.count}>{count}</span>}
          {about && <About text={about} />}
          {lead && <div className={classes.below}>{lead}</div>}
        </div>
      </div>
      {tabs && <div className={classes.tabs}>{tabs}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

/** What a page is for: behind a mark, because who works here every day knows it. */
const About = ({ text }: { text: string }) => (
  <details className={classes.about} onBlur={({ currentTarget }) => currentTarget.removeAttribute('open')}>
    <summary aria-label={strings.aboutPage}>
      <IconInfoCircle size={16} stroke={1.6} aria-hidden />
    </summary>
    <div className={classes.aboutText}>{text}</div>
  </details>
)

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
