import { NativeSelect } from '@mantine/core'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fields, Part } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import type { SealingSettings } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import { strings } from './strings.ts'

const terms = [6, 10] as const

/** How long documents are kept from their end, by type; saved as it is chosen. */
export const Keeping = ({ sealing }: { sealing: SealingSettings }) => {
  const update = useDocumentChange('update-sealing')
  const data = terms.map((years) => ({ value: String(years), label: strings.years(years) }))
  const save = (change: { contractYears: 6 | 10 } | { invoiceYears: 6 | 10 }): void =>
    update.mutate(change, { onSuccess: () => say(strings.saved) })
  // What was just chosen stands there while it is saved.
  const chosen = update.isPending ? update.variables : {}
  const yearsOf = (value: string): 6 | 10 => terms.find((years) => String(years) === value) ?? 10
  return (
    <Part title={strings.keeping} text={strings.keepingText}>
      <ErrorNote error={update.error} title={strings.notSaved} />
      <Fields>
        <NativeSelect
          label={strings.contractYears}
          data={data}
          value={String(chosen.contractYears ?? sealing.contract_years)}
          onChange={({ currentTarget }) => save({ contractYears: yearsOf(currentTarget.value) })}
        />
        <NativeSelect
          label={strings.invoiceYears}
          data={data}
          value={String(chosen.invoiceYears ?? sealing.invoice_years)}
          onChange={({ currentTarget }) => save({ invoiceYears: yearsOf(currentTarget.value) })}
        />
      </Fields>
    </Part>
  )
}
