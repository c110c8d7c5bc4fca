import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#web/gateway.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Output } from '#web/wire.ts'
import classes from './by-hand.module.css'
import { strings } from './strings.ts'

type Found = Output<'find-duplicates'>
export type KnownContact = Found['contacts'][number]

interface Typed {
  readonly name?: string
  readonly email?: string
  readonly phone?: string
  readonly company?: string
  readonly domain?: string
}

const typingMs = 250
const none: Found = { contacts: [], companies: [] }

/** Contacts and companies that are probably the one who is being typed, with the reason. */
export const useKnown = (typed: Typed): Found => {
  const [asked] = useDebouncedValue(JSON.stringify(typed), typingMs)
  const wanted = Object.fromEntries(
    Object.entries(JSON.parse(asked) as Typed).flatMap(([field, text]: [string, string]) =>
      text.trim() === '' ? [] : [[field, text.trim()]],
    ),
  )
  const isAsked = Object.keys(wanted).length > 0
  const { data } = useQuery({
    ...read('find-duplicates', wanted),
    enabled: isAsked,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  return isAsked ? (data ?? none) : none
}

/** By an address or a number it is them: there is nothing to create. One in the bin is restored by creating them. */
export const sureOf = ({ contacts }: Found): KnownContact | undefined =>
  contacts.find(({ reasons, deleted_at }) => deleted_at === null && (reasons.includes('email') || reasons.includes('phone')))

/** Under the fields: who is known already, each with the way there. */
export const Known = ({ found: { contacts, companies }, onOpen }: { found: Found; onOpen: () => void }) => (
  <div role="status">
    {contacts.length + companies.length > 0 && (
      <section className={classes.known} aria-label={strings.knownPeople}>
        <h3>{strings.known}</h3>
        {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
        <ul role="list">
          {contacts.map(({ id, name, email, phone, company, deleted_at, reasons }) => (
            <Row
              key={id}
              name={name ?? email ?? phone ?? strings.unnamed}
              below={[email, phone, company]}
              reasons={[...reasons.map((reason) => strings.contactReasons[reason]), ...(deleted_at ? [strings.inBin] : [])]}
              to={`/contacts/${id}`}
              onOpen={onOpen}
            />
          ))}
          {companies.map(({ id, name, domain, reasons }) => (
            <Row
              key={id}
              name={name}
              below={[domain]}
              reasons={reasons.map((reason) => strings.companyReasons[reason])}
              to={`/companies/${id}`}
              onOpen={onOpen}
            />
          ))}
        </ul>
      </section>
    )}
  </div>
)

const Row = ({
  name,
  below,
  reasons,
  to,
  onOpen,
}: {
  name: string
  below: readonly (string | null)[]
  reasons: readonly string[]
  to: `/contacts/${string}` | `/companies/${string}`
  onOpen: () => void
}) => (
  <li>
    <Avatar name={name} size="1.75rem" />
    <span className={classes.who}>
      <bdi className={classes.name}>{name}</bdi>
      <bdi className={classes.below}>{below.filter(Boolean).join(' · ')}</bdi>
    </span>
    {reasons.map((reason) => (
      <Pill key={reason}>{reason}</Pill>
    ))}
    <Button component={Link} to={to as '/'} size="compact-sm" variant="default" onClick={onOpen}>
      {strings.open}
      <span className="hidden-visually">: {name}</span>
    </Button>
  </li>
)
