import { NativeSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { wholeNumberField } from '#web/i18n/format.ts'
import { listCountries } from '#web/platform/sign-in/countries.ts'
import { fieldError } from '#web/ui/error-note.tsx'
import { Fields, Part } from '#web/ui/form-page.tsx'
import { Select } from '#web/ui/select.tsx'
import { zoneChoices } from '#web/ui/zones.ts'
import type { InvoiceNumbering } from '#web/wire.ts'
import { currencyChoices } from '../invoices/choices.ts'
import type { PartProps } from './part-props.ts'
import { strings } from './strings.ts'

export const AddressPart = ({ form, error, mayChange }: PartProps) => {
  const countries = useMemo(() => listCountries(), [])
  return (
    <Part title={strings.address}>
      <Textarea
        label={strings.street}
        autosize
        minRows={1}
        maxRows={3}
        maxLength={500}
        mb="md"
        autoComplete="street-address"
        {...form.getInputProps('street')}
        error={fieldError(error, 'street')}
      />
      <Fields>
        <TextInput
          label={strings.postcode}
          maxLength={20}
          autoComplete="postal-code"
          {...form.getInputProps('postcode')}
          error={fieldError(error, 'postcode')}
        />
        <TextInput
          label={strings.city}
          maxLength={100}
          autoComplete="address-level2"
          {...form.getInputProps('city')}
          error={fieldError(error, 'city')}
        />
        <TextInput
          label={strings.region}
          maxLength={100}
          {...form.getInputProps('region')}
          error={fieldError(error, 'region')}
        />
        <Select
          label={strings.country}
          description={strings.countryHint}
          placeholder={strings.countryNone}
          data={countries}
          searchable
          clearable
          disabled={!mayChange}
          nothingFoundMessage={strings.noSuchCountry}
          {...form.getInputProps('country')}
        />
      </Fields>
    </Part>
  )
}

export const ContactPart = ({ form, error }: PartProps) => (
  <Part title={strings.contact}>
    <Fields>
      <TextInput
        label={strings.email}
        description={strings.emailHint}
        type="email"
        maxLength={254}
        {...form.getInputProps('email')}
        error={fieldError(error, 'email')}
      />
      <TextInput
        label={strings.phone}
        type="tel"
        maxLength={40}
        dir="ltr"
        {...form.getInputProps('phone')}
        error={fieldError(error, 'phone')}
      />
      <TextInput
        label={strings.website}
        inputMode="url"
        maxLength={500}
        dir="ltr"
        {...form.getInputProps('website')}
        error={form.errors.website ?? fieldError(error, 'website')}
      />
    </Fields>
  </Part>
)

/** How invoices are numbered; what the next one will be called, the server says once it is saved. */
export const NumberingPart = ({ form, error, numbering }: PartProps & { numbering: InvoiceNumbering }) => (
  <Part title={strings.invoices}>
    <Fields>
      <TextInput
        label={strings.prefix}
        maxLength={10}
        spellCheck={false}
        {...form.getInputProps('prefix')}
        error={form.errors.prefix ?? fieldError(error, 'prefix')}
      />
      <NativeSelect
        label={strings.period}
        data={(['none', 'year', 'april'] as const).map((value) => ({ value, label: strings.periods[value] }))}
        {...form.getInputProps('period')}
      />
      <NumberInput label={strings.width} min={1} max={8} {...wholeNumberField} {...form.getInputProps('width')} />
    </Fields>
    <Text size="sm" c="dimmed" mt="sm" role="status">
      {numbering.last_label === null
        ? strings.next(numbering.next_label)
        : `${strings.nextAfter(numbering.next_label, numbering.last_label)} ${strings.keeps}`}
    </Text>
  </Part>
)

export const DocumentsPart = ({ form, error, mayChange }: PartProps) => {
  const currencies = useMemo(() => currencyChoices(), [])
  const zones = useMemo(() => zoneChoices(form.values.timezone), [form.values.timezone])
  return (
    <Part title={strings.documents}>
      <Textarea
        label={strings.footer}
        description={strings.footerHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1_000}
        mb="md"
        {...form.getInputProps('footer')}
        error={fieldError(error, 'footer')}
      />
      <Fields>
        <Select
          label={strings.currency}
          description={strings.currencyHint}
          placeholder={strings.currencyNone}
          data={currencies}
          searchable
          clearable
          disabled={!mayChange}
          nothingFoundMessage={strings.nothingFound}
          {...form.getInputProps('currency')}
        />
        <NativeSelect label={strings.zone} data={zones} {...form.getInputProps('timezone')} />
      </Fields>
      <Text size="sm" mt="md">
        <Link to="/settings/hours" className="text-link">
          {strings.hours}
        </Link>
      </Text>
    </Part>
  )
}
