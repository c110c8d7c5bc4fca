import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDeviceFloppy, IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { Invoice } from '#web/wire.ts'
import { useInvoiceChange, useLetters, usePrice } from './api.ts'
import { currencyChoices } from './choices.ts'
import { type Draft, isSame, priceable, readDraft, unshownIn } from './draft.ts'
import classes from './form.module.css'
import { ClientPart, TermsPart } from './form-parts.tsx'
import { keepHabits } from './habits.ts'
import { LeaveWindow } from './leave-window.tsx'
import { Lines } from './lines.tsx'
import { PaymentProblem } from './payability.tsx'
import { SendWindow } from './send-window.tsx'
import { daysUntil, nameOf } from './states.ts'
import { strings } from './strings.ts'
import { Totals } from './totals.tsx'
import { useFaults } from './use-faults.ts'
import { useSaveKey } from './use-save-key.ts'

const typingMs = 250
const currencies = currencyChoices()

/** An invoice as it is written: with nothing saved yet, or over a draft. */
export const InvoiceForm = ({ initial, saved = null }: { initial: Draft; saved?: Invoice | null }) => {
  const { organization } = useSession()
  const navigate = useNavigate()
  const today = new Date(useClock())
  const form = useRef<HTMLFormElement>(null)

  const [draft, setDraft] = useState(initial)
  const change = (part: Partial<Draft>): void => setDraft((now) => ({ ...now, ...part }))

  // What is stored: nothing to begin with, then what the last "Save draft" left there.
  const [stored, setStored] = useState({ draft: initial, invoiceId: saved?.id ?? null })
  const isChanged = !isSame(draft, stored.draft)
  const mayLeave = useRef(false)

  const create = useInvoiceChange('create-invoice')
  const update = useInvoiceChange('update-invoice')
  const send = useInvoiceChange('send-invoice')
  const [isSending, setSending] = useState(false)
  const error = create.error ?? update.error
  const isSaving = create.isPending || update.isPending

  const read = useMemo(() => readDraft(draft), [draft])
  const letters = useLetters()
  const unshown = useMemo(() => unshownIn(draft, letters), [draft, letters])
  const faults = { ...unshown, ...read.faults }
  const { shown, showAll, leave } = useFaults(draft, read.faults, unshown, error)

  const [settled] = useDebouncedValue(draft, typingMs)
  const asked = useMemo(() => priceable(settled), [settled])
  const price = usePrice(asked?.input ?? null)
  const amounts = useMemo(
    () =>
      draft.lines.map((line) => {
        const at = settled.lines.findIndex(({ key }) => key === line.key)
        const place = asked?.places.indexOf(at) ?? -1
        return price.isPlaceholderData || place === -1 ? undefined : price.data?.lines[place]?.amount_minor
      }),
    [draft.lines, settled.lines, asked, price.data, price.isPlaceholderData],
  )
  const total = asked === null ? null : price.data

  // Before there is any amount nothing is wrong with it.
  const problem = total && (total.total_minor > 0 || read.fields.lines.length > 0) ? total.payment_problem : null

  /** Whether everything is there; else shows what is not, and goes to the first of it. */
  const isReady = (): boolean => {
    if (Object.keys(faults).length === 0) return true
    showAll()
    const first = Object.keys(faults)[0]
    // Once the message stands below it.
    setTimeout(() => form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus())
    return false
  }

  /** Stores what stands in the form, and answers the invoice. */
  const store = async (): Promise<Invoice> => {
    const { invoiceId } = stored
    create.reset()
    update.reset()
    const { invoice } =
      invoiceId === null ? await create.mutateAsync(read.fields) : await update.mutateAsync({ invoiceId, ...read.fields })
    setStored({ draft, invoiceId: invoice.id })
    keepHabits(organization.id, {
      currency: draft.currency,
      tax: draft.lines.at(-1)?.tax ?? '',
      dueDays: draft.dueOn === '' ? null : Math.max(0, daysUntil(draft.dueOn, today)),
      locale: draft.locale,
    })
    return invoice
  }

  const goTo = (invoiceId: string): void => {
    mayLeave.current = true
    void navigate({ to: '/invoices/$invoiceId', params: { invoiceId }, replace: true })
  }

  const save = async (): Promise<boolean> => {
    if (isSaving || !isReady()) return false
    try {
      const invoice = await store()
      say(strings.savedDraft)
      goTo(invoice.id)
      return true
    } catch {
      return false // the error stands at its field, or above the form
    }
  }

  const sendNow = async (): Promise<void> => {
    let invoiceId: string
    try {
      invoiceId = (await store()).id
    } catch {
      setSending(false)
      return
    }
    try {
      const { invoice } = await send.mutateAsync({ invoiceId })
      say(strings.sentTo(nameOf(invoice), invoice.client_email))
      goTo(invoice.id)
    } catch {
      // Said in the window, which stays open; what was written is saved.
    }
  }

  useSaveKey(() => void save())
  const isNew = stored.invoiceId === null
  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
      onBlur={({ target }) => leave(target.dataset.field)}
    >
      <div className={classes.formMain}>
        {error && !shown.isPlaced && <ErrorNote error={error} title={strings.saveFailed} />}
        <ClientPart draft={draft} faults={shown.faults} onChange={change} />
        <Part
          title={strings.items}
          actions={
            <Select
              aria-label={strings.currency}
              className={classes.currency ?? ''}
              data={currencies}
              value={draft.currency}
              error={shown.faults.currency}
              allowDeselect={false}
              searchable
              nothingFoundMessage={strings.nothingFound}
              comboboxProps={{ width: 280, position: 'bottom-end' }}
              data-field="currency"
              onChange={(currency) => currency && change({ currency })}
            />
          }
        >
          <Lines
            lines={draft.lines}
            currency={draft.currency}
            faults={shown.faults}
            amounts={amounts}
            onChange={(lines) => change({ lines })}
          />
        </Part>
        <TermsPart draft={draft} faults={shown.faults} onChange={change} />
      </div>
      <aside className={classes.summary} aria-label={strings.summary}>
        <Totals
          priced={total ?? { subtotal_minor: 0, taxes: [], total_minor: 0 }}
          currency={draft.currency}
          isStale={price.isPlaceholderData || draft !== settled}
        />
        {problem && <PaymentProblem problem={problem} currency={draft.currency} />}
        {asked !== null && price.error && (
          <ErrorNote error={price.error} title={strings.priceFailed} onRetry={() => void price.refetch()} />
        )}
        <div className={classes.summaryActions}>
          <Button
            fullWidth
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => {
              if (!isReady() || problem) return
              send.reset()
              setSending(true)
            }}
            disabled={isSaving}
          >
            {strings.send}
          </Button>
          <Button
            type="submit"
            variant="default"
            fullWidth
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            loading={isSaving && !isSending}
          >
            {strings.saveDraft}
          </Button>
        </div>
        <p className={classes.hint}>{isChanged || isNew ? strings.draftHint : strings.draftSaved}</p>
      </aside>
      <SendWindow
        opened={isSending}
        onClose={() => setSending(false)}
        to={draft.clientEmail.trim()}
        total={total ? { amountMinor: total.total_minor, currency: draft.currency } : null}
        dueOn={draft.dueOn}
        error={send.error}
        isPending={isSaving || send.isPending}
        onSend={() => void sendNow()}
      />
      <LeaveWindow isHeld={() => isChanged && !mayLeave.current} onSave={save} />
    </form>
  )
}
