import { TextInput } from '@mantine/core'
import { fieldError } from '#web/ui/error-note.tsx'
import { Fields, Part } from '#web/ui/form-page.tsx'
import { bankFieldsOf, taxFieldsOf } from './business-form.ts'
import type { PartProps } from './part-props.ts'
import { strings } from './strings.ts'

/** Names, and what registers and tax offices call the business: which numbers, the country says. */
export const NamesPart = ({ form, error }: PartProps) => (
  <Part title={strings.names}>
    <Fields>
      <TextInput
        label={strings.tradeName}
        description={strings.tradeNameHint}
        maxLength={255}
        {...form.getInputProps('tradeName')}
        error={form.errors.tradeName ?? fieldError(error, 'tradeName')}
      />
      <TextInput
        label={strings.legalName}
        description={strings.legalNameHint}
        maxLength={255}
        autoComplete="organization"
        {...form.getInputProps('legalName')}
        error={fieldError(error, 'legalName')}
      />
      {taxFieldsOf(form.values).map((kind) => (
        <TextInput
          key={kind}
          label={strings.taxNames[kind]}
          maxLength={60}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps(`tax_${kind}`)}
          error={form.errors[`tax_${kind}`] ?? fieldError(error, `taxNumbers.${kind}`)}
        />
      ))}
      <TextInput
        label={strings.registration}
        description={strings.registrationHint}
        maxLength={255}
        {...form.getInputProps('registration')}
        error={fieldError(error, 'registration')}
      />
    </Fields>
  </Part>
)

/** Where clients can transfer money. */
export const BankPart = ({ form, error }: PartProps) => (
  <Part title={strings.bank} text={strings.bankText}>
    <Fields>
      {bankFieldsOf(form.values).map((kind) => (
        <TextInput
          key={kind}
          label={strings.bankNames[kind]}
          maxLength={60}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps(`bank_${kind}`)}
          error={form.errors[`bank_${kind}`] ?? fieldError(error, `bank.${kind}`)}
        />
      ))}
    </Fields>
  </Part>
)
