import { counted, money, onDate } from '#web/i18n/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Tags } from '#web/ui/tag.tsx'
import type { ListedRecord, ListField, Tag } from '#web/wire.ts'
import { choiceName } from './field-words.ts'
import classes from './lists.module.css'
import { strings } from './strings.ts'

export interface Named {
  readonly id: string
  readonly name: string | null
}

/** A value as its type is shown; nothing for none. */
export const ListCell = ({ field, record }: { field: ListField; record: ListedRecord }) => {
  const value = record.values[field.key]
  if (value === null || value === undefined || value === '') return null
  switch (field.type) {
    case 'tags':
      return <Tags tags={value as readonly Tag[]} isOneLine />
    case 'person':
      return <Owner person={value as Named} />
    case 'time':
      return <RelativeTime at={String(value)} />
    case 'day':
      return <span className="numbers">{onDate(String(value))}</span>
    case 'money':
      return <Amount of={value as { minor: number; currency: string | null }} />
    case 'number':
      return <span className="numbers">{counted(Number(value))}</span>
    case 'tick':
      return value === true && strings.ticked
    case 'choice':
      return <Pill>{typeof value === 'string' ? choiceName(field, value) : (value as Named).name}</Pill>
    case 'records':
      return <bdi>{(value as readonly Named[]).map(({ name }) => name).join(' · ')}</bdi>
    case 'choices':
      return (value as readonly Named[]).map(({ name }) => name).join(', ')
    case 'record':
      return <bdi>{(value as Named).name}</bdi>
    case 'link':
      return <Address text={String(value)} />
    default:
      return <bdi>{String(value)}</bdi>
  }
}

const Owner = ({ person }: { person: Named }) => {
  const name = person.name ?? strings.formerMember
  return (
    <span className={classes.owner}>
      <Avatar name={name} size="1.25rem" />
      <bdi>{name}</bdi>
    </span>
  )
}

const Amount = ({ of: { minor, currency } }: { of: { minor: number; currency: string | null } }) => (
  <span className="numbers">{currency === null ? counted(minor) : money(minor, currency)}</span>
)

const Address = ({ text }: { text: string }) =>
  /^https?:\/\//i.test(text) ? (
    <a href={text} target="_blank" rel="noreferrer">
      <bdi>{text.replace(/^https?:\/\/(www\.)?/i, '')}</bdi>
    </a>
  ) : (
    <bdi>{text}</bdi>
  )
