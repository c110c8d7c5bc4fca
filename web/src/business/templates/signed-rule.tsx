import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { exponentOf, mostMinor } from '#shapes/amounts.ts'
import { currencyChoices } from '#web/business/invoices/choices.ts'
import { writeAmount } from '#web/business/invoices/draft.ts'
import { readAmount } from '#web/business/invoices/typed.ts'
import { read } from '#web/gateway.ts'
import { money, percent as percentText, typedSeparators } from '#web/i18n/format.ts'
import { FieldPair } from '#web/ui/form-page.tsx'
import type { Input, SignedRule } from '#web/wire.ts'
import { strings } from './strings.ts'

/** What follows when all have signed, as typed. */
export interface TypedRule {
  readonly deposit: 'none' | 'percent' | 'amount'
  readonly percent: string
  readonly amount: string
  readonly currency: string
  /** The invoice is issued and sent, and no draft. */
  readonly sends: boolean
  /** Empty: the deal stays where it is. */
  readonly stageId: string
}

/** Of what: a percentage of a document's deal, or of what a proposal was accepted for. */
type RuleOf = 'document' | 'proposal'

export const noRule: TypedRule = { deposit: 'none', percent: '30', amount: '', currency: 'EUR', sends: false, stageId: '' }

export const typedRule = (rule: SignedRule | null): TypedRule => {
  if (rule === null) return noRule
  const { deposit } = rule
  const none = { ...noRule, stageId: rule.stageId ?? '' }
  if (deposit === null) return none
  const typed = { ...none, sends: deposit.send }
  if ('percent' in deposit) return { ...typed, deposit: 'percent', percent: String(deposit.percent) }
  return { ...typed, deposit: 'amount', currency: deposit.currency, amount: writeAmount(deposit.amountMinor, deposit.currency) }
}

const amountOf = ({ amount, currency }: TypedRule) => readAmount(amount, exponentOf(currency), mostMinor, typedSeparators)

/** What is wrong with it; undefined where it can be sent. */
export const ruleFault = (typed: TypedRule): string | undefined => {
  if (typed.deposit === 'percent') return /^(100|[1-9]\d?)$/.test(typed.percent.trim()) ? undefined : strings.percentWrong
  if (typed.deposit === 'amount') {
    const amount = amountOf(typed)
    return 'fault' in amount || amount.amountMinor === 0 ? strings.amountWrong : undefined
  }
  return undefined
}

/** What the server is sent. */
export const ruleOf = (typed: TypedRule): NonNullable<Input<'create-template'>['whenSigned']> => {
  const stageId = typed.stageId || null
  if (typed.deposit === 'percent') return { stageId, deposit: { percent: Number(typed.percent), send: typed.sends } }
  const amount = amountOf(typed)
  return typed.deposit === 'amount' && 'amountMinor' in amount
    ? { stageId, deposit: { amountMinor: amount.amountMinor, currency: typed.currency, send: typed.sends } }
    : { stageId, deposit: null }
}

const useStages = () => {
  const { data } = useQuery(read('list-pipelines', {}))
  // A lost deal needs a reason, which no rule has.
  return data?.pipelines.flatMap(({ stages }) => stages.filter(({ kind }) => kind !== 'lost')) ?? []
}

/** What will happen, in words; nothing where nothing follows. */
export const Follows = ({ rule, of = 'document' }: { rule: SignedRule | null; of?: RuleOf }) => {
  const stages = useStages()
  const deposit = rule?.deposit ?? null
  const stage = rule?.stageId && (stages.find(({ id }) => id === rule.stageId)?.name ?? strings.unknownStage)
  const said = [
    deposit !== null && strings.follows[deposit.send ? 'sent' : 'draft'](sumOf(deposit, of)),
    deposit !== null && strings.follows.second,
    stage && strings.follows.stage(stage),
  ].filter(Boolean)
  return (
    said.length > 0 && (
      <Text size="sm" c="dimmed">
        {`${of === 'document' ? strings.whenSigned : strings.whenAccepted}: ${said.join(' ')}`}
      </Text>
    )
  )
}

const sumOf = (deposit: NonNullable<SignedRule['deposit']>, of: RuleOf): string =>
  'percent' in deposit
    ? strings.follows.part[of](percentText(String(deposit.percent)))
    : money(deposit.amountMinor, deposit.currency)

export const SignedRuleFields = ({
  typed,
  isChecked,
  of = 'document',
  onChange,
}: {
  typed: TypedRule
  isChecked: boolean
  of?: RuleOf
  onChange: (typed: TypedRule) => void
}) => {
  const stages = useStages()
  const fault = isChecked ? ruleFault(typed) : undefined
  const isKnown = typed.stageId === '' || stages.some(({ id }) => id === typed.stageId)
  return (
    <Stack>
      <NativeSelect
        label={strings.deposit}
        value={typed.deposit}
        data={(['none', 'percent', 'amount'] as const).map((value) => ({ value, label: strings.deposits[of][value] }))}
        onChange={({ currentTarget }) => onChange({ ...typed, deposit: currentTarget.value as TypedRule['deposit'] })}
      />
      {typed.deposit === 'percent' && (
        <TextInput
          label={strings.percent}
          inputMode="numeric"
          value={typed.percent}
          error={fault}
          onChange={({ currentTarget }) => onChange({ ...typed, percent: currentTarget.value })}
        />
      )}
      {typed.deposit === 'amount' && (
        <FieldPair>
          <TextInput
            label={strings.amount}
            inputMode="decimal"
            value={typed.amount}
            error={fault}
            onChange={({ currentTarget }) => onChange({ ...typed, amount: currentTarget.value })}
          />
          <NativeSelect
            label={strings.currency}
            value={typed.currency}
            data={currencyChoices()}
            onChange={({ currentTarget }) => onChange({ ...typed, currency: currentTarget.value })}
          />
        </FieldPair>
      )}
      {typed.deposit !== 'none' && (
        <Checkbox
          label={strings.sends}
          description={strings.sendsHint}
          checked={typed.sends}
          onChange={({ currentTarget }) => onChange({ ...typed, sends: currentTarget.checked })}
        />
      )}
      <NativeSelect
        label={strings.moveDeal}
        value={typed.stageId}
        data={[
          { value: '', label: strings.noMove },
          ...(isKnown ? [] : [{ value: typed.stageId, label: strings.unknownStage }]),
          ...stages.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget }) => onChange({ ...typed, stageId: currentTarget.value })}
      />
      {ruleFault(typed) === undefined && <Follows rule={ruleOf(typed) as SignedRule} of={of} />}
    </Stack>
  )
}
