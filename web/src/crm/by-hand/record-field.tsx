import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import type { CreateGiven } from '#web/module.ts'
import { SuggestingField } from '#web/ui/suggesting-field.tsx'
import type { SearchHit } from '#web/wire.ts'
import { strings } from './strings.ts'

const typingMs = 200
const leastLetters = 2

type Kind = keyof typeof strings.recordKinds

/** What something is added to. */
export interface ChosenRecord {
  readonly kind: Kind
  readonly id: string
  readonly name: string
  /** Of a lead: whose it is. */
  readonly contactId: string | null
}

/** The record of the page where it is begun. */
export const recordIn = ({ contact, company, deal, lead }: CreateGiven): ChosenRecord | null => {
  if (deal) return { kind: 'deal', ...deal, contactId: null }
  if (contact) return { kind: 'contact', ...contact, contactId: contact.id }
  if (company) return { kind: 'company', ...company, contactId: null }
  return lead ? { kind: 'lead', ...lead, contactId: null } : null
}

const isKind = (kind: string): kind is Kind => kind in strings.recordKinds

const asRecord = ({ kind, id, name, contact_id: contactId }: SearchHit): ChosenRecord | null =>
  isKind(kind) ? { kind, id, name: name ?? strings.unnamed, contactId } : null

/** A contact, company, deal or lead, found by what is typed: a task or a note is added to it. */
export const RecordField = ({
  label = strings.recordLabel,
  only,
  value,
  chosen,
  isRequired = false,
  isInPopover = false,
  error,
  onType,
  onChoose,
}: {
  label?: string
  /** Records of this kind alone. */
  only?: Kind
  value: string
  /** No other is suggested. */
  chosen: ChosenRecord | null
  isRequired?: boolean
  /** As of `SuggestingField`. */
  isInPopover?: boolean
  error: string | undefined
  onType: (text: string) => void
  onChoose: (record: ChosenRecord) => void
}) => {
  const [search] = useDebouncedValue(value.trim(), typingMs)
  const asks = chosen === null && search.length >= leastLetters
  const { data, isFetching } = useQuery({ ...read('search-records', { search }), enabled: asks, staleTime: 10_000 })
  const hits = asks ? (data?.hits ?? []).filter(({ kind }) => (only === undefined ? isKind(kind) : kind === only)) : []
  return (
    <SuggestingField
      label={label}
      isInPopover={isInPopover}
      description={chosen ? strings.recordKinds[chosen.kind] : isRequired ? strings.recordHint : strings.recordOptional}
      value={value}
      error={error}
      maxLength={255}
      required={isRequired}
      data-field="record"
      found={hits}
      isSearching={asks && isFetching}
      listLabel={strings.recordsFound}
      onType={onType}
      onChoose={(hit) => {
        const record = asRecord(hit)
        if (record) onChoose(record)
      }}
    >
      {({ kind, name, about }) => (
        <span>
          <bdi>{name ?? strings.unnamed}</bdi>
          <span className="dim">
            {[isKind(kind) ? strings.recordKinds[kind] : null, about].filter(Boolean).map((each) => ` · ${each}`)}
          </span>
        </span>
      )}
    </SuggestingField>
  )
}
