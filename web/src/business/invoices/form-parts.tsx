import { Anchor, Checkbox, Textarea, TextInput } from '@mantine/core'
import { nameOf as contactName } from '#web/crm/leads/names.ts'
import { Part } from '#web/ui/form-page.tsx'
import { Select } from '#web/ui/select.tsx'
import { languageChoices, placeChoices } from './choices.ts'
import { ClientField } from './client-field.tsx'
import type { Draft, Faults } from './draft.ts'
import { DueField } from './due-field.tsx'
import classes from './form.module.css'
import { strings } from './strings.ts'
import { placeOfClient } from './use-gst.ts'

interface PartProps {
  draft: Draft
  faults: Faults
  onChange: (part: Partial<Draft>) => void
}

/** For whom the invoice is. */
export const ClientPart = ({ draft, faults, hasGst, onChange }: PartProps & { hasGst: boolean }) => (
  <Part title={strings.client}>
    <div className={classes.fields}>
      <ClientField
        value={draft.clientName}
        error={faults.clientName}
        isChosen={draft.contactId !== null}
        description={
          draft.contactId === null ? (
            strings.clientHint
          ) : (
            <>
              {strings.fromContacts}{' '}
              <Anchor component="button" type="button" inherit onClick={() => onChange({ contactId: null })}>
                {strings.unlink}
              </Anchor>
            </>
          )
        }
        onType={(clientName) => onChange({ clientName })}
        onChoose={(contact) =>
          onChange({
            clientName: contact.company ?? contactName(contact),
            clientEmail: contact.email ?? draft.clientEmail,
            contactId: contact.id,
          })
        }
      />
      <TextInput
        label={strings.clientEmail}
        description={strings.clientEmailHint}
        type="email"
        value={draft.clientEmail}
        error={faults.clientEmail}
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        required
        data-field="clientEmail"
        onChange={({ currentTarget }) => onChange({ clientEmail: currentTarget.value })}
      />
      <Textarea
        label={strings.clientAddress}
        value={draft.clientAddress}
        error={faults.clientAddress}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1_000}
        data-field="clientAddress"
        onChange={({ currentTarget }) => onChange({ clientAddress: currentTarget.value })}
      />
      <TextInput
        label={strings.clientTaxNumber}
        description={strings.clientTaxNumberHint}
        value={draft.clientTaxNumber}
        error={faults.clientTaxNumber}
        maxLength={40}
        spellCheck={false}
        autoComplete="off"
        data-field="clientTaxNumber"
        onChange={({ currentTarget: { value } }) =>
          onChange({
            clientTaxNumber: value,
            ...(hasGst && draft.placeOfSupply === '' && { placeOfSupply: placeOfClient(value) }),
          })
        }
      />
      {hasGst && (
        <Select
          label={strings.placeOfSupply}
          description={strings.placeOfSupplyHint}
          data={placeChoices()}
          value={draft.placeOfSupply || null}
          error={faults.placeOfSupply}
          clearable
          searchable
          nothingFoundMessage={strings.nothingFound}
          data-field="placeOfSupply"
          onChange={(place) => onChange({ placeOfSupply: place ?? '' })}
        />
      )}
      <Select
        label={strings.language}
        description={strings.languageHint}
        data={languageChoices(draft.locale)}
        value={draft.locale}
        error={faults.locale}
        allowDeselect={false}
        searchable
        nothingFoundMessage={strings.nothingFound}
        data-field="locale"
        onChange={(locale) => locale && onChange({ locale })}
      />
    </div>
  </Part>
)

/** When it is due, and the note on it. */
export const TermsPart = ({ draft, faults, onChange }: PartProps) => (
  <Part title={strings.terms}>
    <div className={classes.fields}>
      <DueField value={draft.dueOn} error={faults.dueOn} onChange={(dueOn) => onChange({ dueOn })} />
      <Checkbox
        label={strings.reverseCharge}
        description={strings.reverseChargeHint}
        checked={draft.isReverseCharge}
        error={faults.reverseCharge}
        data-field="reverseCharge"
        onChange={({ currentTarget }) => onChange({ isReverseCharge: currentTarget.checked })}
      />
      <Textarea
        label={strings.note}
        description={strings.noteHint}
        value={draft.note}
        error={faults.note}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2_000}
        data-field="note"
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
    </div>
  </Part>
)
