import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { IconDeviceFloppy, IconSend } from '#icons'
import { useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Invoice } from '#web/wire.ts'
import { useInvoiceChange, usePrice } from './api.ts'
import { currencyChoices } from './choices.ts'
import { type Draft, type Faults, isSame, priceable, readDraft, unshownIn } from './draft.ts'
import classes from './form.module.css'
import { ClientPart, TermsPart } from './form-parts.tsx'
import { keepHabits } from './habits.ts'
import { LeaveWindow } from './leave-window.tsx'
import { useLetters } from './letters.ts'
import { Lines } from './lines.tsx'
import { PaymentProblem } from './payability.tsx'
import { SendWindow } from './send-window.tsx'
import { daysFrom, nameOf } from './states.ts'
import { strings } from './strings.ts'
import { Totals } from './totals.tsx'
import { useFaults } from './use-faults.ts'
import { useGst } from './use-gst.ts'
import { useSaveKey } from './use-save-key.ts'

const typingMs = 250
const currencies = currencyChoices()

/** An invoice as it is written: with nothing saved yet, or over a draft. */
export const InvoiceForm = ({ initial, saved = null }: { initial: Draft; saved?: Invoice | null }) => {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(initial)
  const change = (part: Partial<Draft>): void => setDraft((now) => ({ ...now, ...part }))
  const storing = useStoring(draft, initial, saved)
  const mayLeave = useRef(false)
  const send = useInvoiceChange('send-invoice')
  const [isSending, setSending] = useState(false)

  const hasGst = useGst(draft)
  const letters = useLetters()
  const unshown = useMemo(() => unshownIn(draft, letters), [draft, letters])
  const faults = { ...unshown, ...storing.read.faults }
  const { shown, showAll, leave } = useFaults(draft, storing.read.faults, unshown, storing.error)
  const priced = usePriced(draft)
  // Before there is any amount nothing is wrong with it.
  const hasAmount = (priced.total?.total_minor ?? 0) > 0 || storing.read.fields.lines.length > 0
  const problem = hasAmount ? priced.total?.payment_problem : null

  /** Whether everything is there; else shows what is not, and goes to the first of it. */
  const isReady = (): boolean => {
    const first = Object.keys(faults)[0]
    if (first === undefined) return true
    showAll()
    // Once the message stands below it.
    setTimeout(() => form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus())
    return false
  }
  const goTo = (invoiceId: string): void => {
    mayLeave.current = true
    void navigate({ to: '/invoices/$invoiceId', params: { invoiceId }, replace: true })
  }
  const save = async (): Promise<boolean> => {
    if (storing.isSaving || !isReady()) return false
    const invoice = await storing.store()
    if (invoice === null) return false
    say(strings.savedDraft)
    goTo(invoice.id)
    return true
  }
  const sendNow = async (incomplete: boolean): Promise<void> => {
    const invoiceId = (await storing.store())?.id
    if (invoiceId === undefined) return setSending(false)
    try {
      const { invoice } = await send.mutateAsync({ invoiceId, incomplete })
      say(strings.sentTo(nameOf(invoice), invoice.client_email))
      goTo(invoice.id)
    } catch {
      // Said in the window, which stays open; what was written is saved.
    }
  }

  useSaveKey(() => void save())
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
        {storing.error && !shown.isPlaced && <ErrorNote error={storing.error} title={strings.saveFailed} />}
        <ClientPart draft={draft} faults={shown.faults} hasGst={hasGst} onChange={change} />
        <ItemsPart draft={draft} faults={shown.faults} hasGst={hasGst} amounts={priced.amounts} onChange={change} />
        <TermsPart draft={draft} faults={shown.faults} onChange={change} />
      </div>
      <Summary
        priced={priced}
        currency={draft.currency}
        isKept={!storing.isChanged && storing.invoiceId !== null}
        isSaving={storing.isSaving}
        isSending={isSending}
        onSend={() => {
          if (!isReady() || problem) return
          send.reset()
          setSending(true)
        }}
      >
        {problem && <PaymentProblem problem={problem} currency={draft.currency} />}
      </Summary>
      <SendWindow
        opened={isSending}
        onClose={() => setSending(false)}
        to={draft.clientEmail.trim()}
        total={priced.total ? { amountMinor: priced.total.total_minor, currency: draft.currency } : null}
        dueOn={draft.dueOn}
        error={send.error}
        isPending={storing.isSaving || send.isPending}
        onSend={(incomplete) => void sendNow(incomplete)}
      />
      <LeaveWindow isHeld={() => storing.isChanged && !mayLeave.current} onSave={save} />
    </form>
  )
}

/** What is stored: nothing to begin with, then what the last "Save draft" left there. */
const useStoring = (draft: Draft, initial: Draft, saved: Invoice | null) => {
  const { organization } = useSession()
  const today = new Date(useClock())
  const read = useMemo(() => readDraft(draft), [draft])
  const [stored, setStored] = useState({ draft: initial, invoiceId: saved?.id ?? null })
  const create = useInvoiceChange('create-invoice')
  const update = useInvoiceChange('update-invoice')
  return {
    read,
    invoiceId: stored.invoiceId,
    isChanged: !isSame(draft, stored.draft),
    isSaving: create.isPending || update.isPending,
    error: create.error ?? update.error,
    /** Saves the form and returns the invoice; null: `error` says why not. */
    async store(): Promise<Invoice | null> {
      const { invoiceId } = stored
      create.reset()
      update.reset()
      const storing = invoiceId === null ? create.mutateAsync(read.fields) : update.mutateAsync({ invoiceId, ...read.fields })
      const answer = await storing.catch(() => null)
      if (answer === null) return null
      setStored({ draft, invoiceId: answer.invoice.id })
      keepHabits(organization.id, {
        currency: draft.currency,
        tax: draft.lines.at(-1)?.tax ?? '',
        code: draft.lines.at(-1)?.code ?? '',
        dueDays: draft.dueOn === '' ? null : Math.max(0, daysFrom(today, draft.dueOn)),
        locale: draft.locale,
      })
      return answer.invoice
    },
  }
}

/** What the server makes of the lines, a moment after they were typed. */
const usePriced = (draft: Draft) => {
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
  return {
    amounts,
    total: asked === null ? null : price.data,
    isStale: price.isPlaceholderData || draft !== settled,
    error: asked === null ? null : price.error,
    retry: () => void price.refetch(),
  }
}

const ItemsPart = ({
  draft,
  faults,
  hasGst,
  amounts,
  onChange,
}: {
  draft: Draft
  faults: Faults
  hasGst: boolean
  amounts: readonly (number | undefined)[]
  onChange: (part: Partial<Draft>) => void
}) => (
  <Part
    title={strings.items}
    actions={
      <Select
        aria-label={strings.currency}
        className={classes.currency ?? ''}
        data={currencies}
        value={draft.currency}
        error={faults.currency}
        allowDeselect={false}
        searchable
        nothingFoundMessage={strings.nothingFound}
        comboboxProps={{ width: 280, position: 'bottom-end' }}
        data-field="currency"
        onChange={(currency) => currency && onChange({ currency })}
      />
    }
  >
    <Lines
      lines={draft.lines}
      currency={draft.currency}
      faults={faults}
      hasCodes={hasGst}
      amounts={amounts}
      onChange={(lines) => onChange({ lines })}
    />
  </Part>
)

/** The total, and the buttons that save and send. */
const Summary = ({
  priced,
  currency,
  isKept,
  isSaving,
  isSending,
  onSend,
  children,
}: {
  priced: ReturnType<typeof usePriced>
  currency: string
  /** Saved as it is in the form. */
  isKept: boolean
  isSaving: boolean
  isSending: boolean
  onSend: () => void
  children: ReactNode
}) => (
  <aside className={classes.summary} aria-label={strings.summary}>
    <Totals
      priced={priced.total ?? { subtotal_minor: 0, taxes: [], tax_parts: [], total_minor: 0 }}
      currency={currency}
      isStale={priced.isStale}
    />
    {children}
    {priced.error && <ErrorNote error={priced.error} title={strings.priceFailed} onRetry={priced.retry} />}
    <div className={classes.summaryActions}>
      <Button fullWidth leftSection={<IconSend size={16} aria-hidden />} onClick={onSend} disabled={isSaving}>
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
    <p className={classes.hint}>{isKept ? strings.draftSaved : strings.draftHint}</p>
  </aside>
)
