import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { money } from '#web/i18n/format.ts'
import type { CrmEntity } from '#web/wire.ts'
import { strings } from './strings.ts'

const fieldNames: Readonly<Record<string, string>> = strings.fields
const customPrefix = 'custom:'

const ownPrefix = 'fields.'

/** A field of ours in words; one of the workspace's own, or that is kept under its own name, as people call it (`label`), else as programs do. */
export const fieldName = (field: string, label?: string | null): string => {
  const prefix = [customPrefix, ownPrefix].find((each) => field.startsWith(each)) ?? ''
  return fieldNames[field] ?? label ?? field.slice(prefix.length)
}

/** By kind and name, what people call fields that are not Foyer's. */
export type Labels = { readonly [Entity in CrmEntity]?: Readonly<Record<string, string>> | undefined }

/** A field of a kind in words, with these labels. */
export const namedBy =
  (labels: Labels) =>
  (entity: CrmEntity, field: string): string =>
    fieldName(field, labels[entity]?.[field])

/** Reads a value of a sync as people do. */
export type ReadValue = (field: string, value: string | null) => string | null

/** Amounts in their currency, and what stands for the ids of stages and members, which are asked for where such a field is among these. */
export const useReadValue = (fields: readonly string[]): ReadValue => {
  const pipelines = useQuery({ ...read('list-pipelines', {}), enabled: fields.includes('stage') })
  const members = useQuery({ ...read('list-members', {}), enabled: fields.includes('owner') })
  return (field, value) => {
    if (value === null || value === '') return null
    if (field === 'amount' || (field.startsWith(ownPrefix) && /^-?\d+ [A-Z]{3}$/.test(value))) return amountOf(value)
    if (field === 'stage' && pipelines.data) {
      const stages = pipelines.data.pipelines.flatMap((pipeline) => pipeline.stages)
      return stages.find(({ id }) => id === value)?.name ?? strings.unknownStage
    }
    if (field === 'owner' && members.data) {
      const member = members.data.members.find(({ id }) => id === value)
      return member ? (member.name ?? member.email) : strings.unknownMember
    }
    return value
  }
}

/** `120050 EUR`, the smallest unit, as €1,200.50. */
const amountOf = (value: string): string => {
  const [minor, currency] = value.split(' ')
  return minor && currency ? money(Number(minor), currency) : value
}
