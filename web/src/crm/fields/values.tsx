import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { plainAmount } from '#shapes/amounts.ts'
import { writeNumber } from '#web/business/invoices/write-number.ts'
import { countedTo, onDate, typedSeparators } from '#web/i18n/format.ts'
import { Tag, Tags } from '#web/ui/tag.tsx'
import type { FieldValues, OwnField } from '#web/wire.ts'
import type { GivenValues } from './api.ts'
import { strings } from './strings.ts'

export type FieldValue = FieldValues[string] | undefined

export const hasValue = (value: FieldValue): boolean =>
  value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0)

const most = 6

/** A value as it is read. */
export const shownValue = (field: OwnField, value: FieldValue): ReactNode => {
  if (!hasValue(value) || value === undefined || value === null) return null
  if (Array.isArray(value)) return <Tags tags={value.map((each) => ({ ...each, hue: hueOf(field, each.id) }))} />
  if (typeof value === 'object' && 'amount_minor' in value) return strings.amount(value.amount_minor, value.currency)
  if (typeof value === 'object')
    return field.type === 'choice' ? <Tag hue={hueOf(field, value.id)}>{value.name}</Tag> : <bdi>{value.name}</bdi>
  if (typeof value === 'number') return countedTo(value, most)
  if (value === true) return strings.yes
  if (field.type === 'date') return onDate(String(value))
  if (field.type === 'link')
    return (
      <Anchor href={String(value)} target="_blank" rel="noreferrer noopener" inherit dir="ltr">
        {String(value).replace(/^https?:\/\/(www\.)?/, '')}
      </Anchor>
    )
  return <bdi style={{ whiteSpace: 'pre-wrap' }}>{String(value)}</bdi>
}

const hueOf = (field: OwnField, choiceId: string): number => field.choices.find(({ id }) => id === choiceId)?.hue ?? 1

/** What of a value is typed or chosen. */
export type Draft = string | boolean | readonly string[]

export const draftOf = (field: OwnField, value: FieldValue): Draft => {
  if (field.type === 'tick') return value === true
  if (field.type === 'choices') return Array.isArray(value) ? value.map(({ id }) => id) : []
  if (value === null || value === undefined || typeof value === 'boolean' || Array.isArray(value)) return ''
  if (typeof value === 'number') return writeNumber(String(value), typedSeparators)
  if (typeof value === 'string') return value
  return 'amount_minor' in value ? writeNumber(plainAmount(value.amount_minor, value.currency), typedSeparators) : value.id
}

/** What the server is sent for it. Numbers are read by what only they need, and is loaded then. */
export const givenOf = async (field: OwnField, draft: Draft): Promise<GivenValues[string]> => {
  if (typeof draft === 'boolean') return draft
  if (typeof draft !== 'string') return [...draft]
  const text = draft.trim()
  if (text === '') return null
  if (field.type !== 'number' && field.type !== 'money') return text
  const { plainTyped } = await import('./typed.ts')
  return plainTyped(field, text, typedSeparators)
}
