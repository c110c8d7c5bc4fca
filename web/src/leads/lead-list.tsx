import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Avatar } from '../parts/avatar.tsx'
import { Pill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { useListKeys } from '../shell/keyboard.ts'
import type { Output } from '../wire.ts'
import classes from './leads.module.css'
import { words } from './messages.ts'

export type ListedLead = Output<'list-leads'>['leads'][number]

/** The row that was opened last: whoever comes back finds the focus where they left it. */
let lastOpened: string | null = null

/** Leads, one a row, on a small screen one a card. A row is one link. */
export const LeadList = ({ leads, fresh }: { leads: readonly ListedLead[]; fresh: ReadonlySet<string> }) => {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  useEffect(() => {
    const row = lastOpened && list.current?.querySelector<HTMLElement>(`[data-row="${lastOpened}"]`)
    if (row) row.focus({ preventScroll: true })
    lastOpened = null
  }, [])
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={classes.list} ref={list} role="list" aria-label={words.list}>
      {leads.map((lead) => (
        <li key={lead.id} data-fresh={fresh.has(lead.id) || undefined}>
          <LeadRow lead={lead} />
        </li>
      ))}
    </ul>
  )
}

const LeadRow = ({ lead }: { lead: ListedLead }) => {
  const name = nameOf(lead)
  const work = [lead.job_title, lead.company].filter(Boolean).join(' · ')
  const phone = lead.phone_e164 ?? lead.phone
  const [first, second] = [lead.email, phone].filter((value) => value !== null && value !== name)
  return (
    <Link
      to="/leads/$leadId"
      params={{ leadId: lead.id }}
      className={classes.row}
      data-row={lead.id}
      onClick={() => {
        lastOpened = lead.id
      }}
    >
      <Avatar name={name} />
      <span className={classes.two}>
        <span className={classes.name} style={{ display: 'block' }}>
          {name}
        </span>
        {work && (
          <span className={classes.below} style={{ display: 'block' }}>
            {work}
          </span>
        )}
      </span>
      <span className={classes.two}>
        {first && (
          <span className={classes.reach} style={{ display: 'block' }}>
            {first}
          </span>
        )}
        {second && (
          <span className={classes.below} style={{ display: 'block' }}>
            {second}
          </span>
        )}
      </span>
      <span className={classes.source}>
        <Pill tone={lead.via === 'demo' ? 'accent' : undefined}>{lead.source}</Pill>
      </span>
      <span className={classes.time}>
        <RelativeTime at={lead.received_at} />
      </span>
    </Link>
  )
}

export const nameOf = (lead: Pick<ListedLead, 'full_name' | 'email' | 'phone' | 'phone_e164'>): string =>
  lead.full_name ?? lead.email ?? lead.phone_e164 ?? lead.phone ?? words.unnamed
