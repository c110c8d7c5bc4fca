import { useForm } from '@mantine/form'
import { IconReceipt } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage, SaveBar } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Note } from '#web/ui/note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { takeSaved } from '#web/ui/saved-values.ts'
import { say } from '#web/ui/say.tsx'
import type { Business, InvoiceNumbering } from '#web/wire.ts'
import { useBusiness, useNumbering, useSaveBusiness } from './api.ts'
import { BrandPart } from './brand-part.tsx'
import classes from './business.module.css'
import { businessInput, faultsOf, numberingInput, type Values, valuesOf } from './business-form.ts'
import { BankPart, NamesPart } from './number-parts.tsx'
import { AddressPart, ContactPart, DocumentsPart, NumberingPart } from './parts.tsx'
import { Preview } from './preview.tsx'
import { strings } from './strings.ts'

/** Settings → Business: who the workspace is to its clients. Members see it, and cannot save. */
export const BusinessPage = () => {
  const business = useBusiness()
  const numbering = useNumbering()
  return (
    <>
      <PageHeader title={strings.business} about={strings.about} width="record" />
      <ErrorNote
        error={business.error ?? numbering.error}
        title={strings.loadFailed}
        onRetry={() => void Promise.all([business.refetch(), numbering.refetch()])}
      />
      {business.isPending && <RowsPending rows={8} />}
      {business.data && numbering.data && (
        <BusinessForm business={business.data.business} numbering={numbering.data.numbering} />
      )}
    </>
  )
}

const BusinessForm = ({ business, numbering }: { business: Business; numbering: InvoiceNumbering }) => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const save = useSaveBusiness()
  const form = useForm<Values>({ initialValues: valuesOf(business, numbering), validate: faultsOf, validateInputOnBlur: true })
  const submit = form.onSubmit(
    (values) =>
      save.mutate(
        { business: businessInput(values), numbering: numberingInput(values, numbering) },
        {
          onSuccess: (answer) => {
            takeSaved(form, values, valuesOf(answer.business, answer.numbering ?? numbering))
            say(strings.saved)
          },
        },
      ),
    () => setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus()),
  )
  const parts = { form, error: save.error, mayChange }
  const isNew = business.legal_name === null && business.address.country === null && business.logo === null
  return (
    <div className={classes.columns}>
      <Preview values={form.values} nextLabel={numbering.next_label} />
      <FormPage>
        <form onSubmit={submit} noValidate>
          {isNew && (
            <Note tone="good" icon={<IconReceipt size={18} />} title={strings.startTitle}>
              {mayChange ? strings.startText : strings.onlyAdmins}
            </Note>
          )}
          <fieldset disabled={!mayChange} className={classes.fieldset}>
            <legend className="hidden-visually">{strings.business}</legend>
            <ErrorNote error={save.error} title={strings.saveFailed} />
            <BrandPart {...parts} />
            <NamesPart {...parts} />
            <AddressPart {...parts} />
            <ContactPart {...parts} />
            <BankPart {...parts} />
            <NumberingPart {...parts} numbering={numbering} />
            <DocumentsPart {...parts} />
          </fieldset>
          {mayChange && <SaveBar isDirty={form.isDirty()} isPending={save.isPending} onDiscard={form.reset} />}
        </form>
      </FormPage>
    </div>
  )
}
