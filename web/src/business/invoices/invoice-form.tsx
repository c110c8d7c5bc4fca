import { Anchor, Button, Select, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDeviceFloppy, IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { nameOf as contactName } from '#web/crm/leads/names.ts'
import { CallError } from '#web/gateway.ts'
import { useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Invoice } from '#web/wire.ts'
import { say, useInvoiceChange, useLetters, usePrice } from './api.ts'
import { currencyChoices, languageChoices } from './choices.ts'
import { ClientField } from './client-field.tsx'
import { type Draft, type Faults, isSame, priceable, readDraft, unshownIn, wireNames } from './draft.ts'
import { DueField } from './due-field.tsx'
import { keepHabits } from './habits.ts'
import classes from './invoices.module.css'
import { LeaveWindow } from './leave-window.tsx'
import { Lines } from './lines.tsx'
import { PaymentProblem } from './payability.tsx'
import { SendWindow } from './send-window.tsx'
import { daysUntil, nameOf } from './states.ts'
import { strings } from './strings.ts'
import { Totals } from './totals.tsx'

const typingMs = 250

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
        <Card title={strings.client}>
          <div className={classes.fields}>
            <ClientField
              value={draft.clientName}
              error={shown.faults.clientName}
              isChosen={draft.contactId !== null}
              description={
                draft.contactId === null ? (
                  strings.clientHint
                ) : (
                  <>
                    {strings.fromContacts}{' '}
                    <Anchor component="button" type="button" inherit onClick={() => change({ contactId: null })}>
                      {strings.unlink}
                    </Anchor>
                  </>
                )
              }
              onType={(clientName) => change({ clientName })}
              onChoose={(contact) =>
                change({
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
              error={shown.faults.clientEmail}
              maxLength={320}
              autoComplete="off"
              spellCheck={false}
              required
              data-field="clientEmail"
              onChange={({ currentTarget }) => change({ clientEmail: currentTarget.value })}
            />
            <Textarea
              label={strings.clientAddress}
              value={draft.clientAddress}
              error={shown.faults.clientAddress}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={1_000}
              data-field="clientAddress"
              onChange={({ currentTarget }) => change({ clientAddress: currentTarget.value })}
            />
            <Select
              label={strings.language}
              description={strings.languageHint}
              data={languageChoices(draft.locale)}
              value={draft.locale}
              error={shown.faults.locale}
              allowDeselect={false}
              searchable
              nothingFoundMessage={strings.nothingFound}
              data-field="locale"
              onChange={(locale) => locale && change({ locale })}
            />
          </div>
        </Card>
        <Card
          title={strings.what}
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
        </Card>
        <Card title={strings.terms}>
          <div className={classes.fields}>
            <DueField value={draft.dueOn} error={shown.faults.dueOn} onChange={(dueOn) => change({ dueOn })} />
            <Textarea
              label={strings.note}
              description={strings.noteHint}
              value={draft.note}
              error={shown.faults.note}
              autosize
              minRows={3}
              maxRows={10}
              maxLength={2_000}
              data-field="note"
              onChange={({ currentTarget }) => change({ note: currentTarget.value })}
            />
          </div>
        </Card>
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

const currencies = currencyChoices()

/**
 * What is wrong, as far as it should be said: a letter that cannot be shown as it is typed, what was left half typed at once, what is missing only once somebody wanted to
 * go on; and what the server found, until that field changes.
 */
const useFaults = (draft: Draft, faults: Faults, unshown: Faults, error: unknown) => {
  const [isTried, setTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const field = error instanceof CallError && error.field !== null && isField(draft, error.field) ? error.field : null
  const typed = field === null ? '' : typedIn(draft, field)
  const refused = useRef({ error, typed })
  if (refused.current.error !== error) refused.current = { error, typed }
  const typing = Object.fromEntries(
    Object.entries(faults).filter(([name]) => isTried || (left.has(name) && typedIn(draft, name).trim() !== '')),
  )
  const own = { ...unshown, ...typing }
  return {
    shown: {
      isPlaced: field !== null,
      faults: field !== null && refused.current.typed === typed ? { ...own, [field]: sentenceOf(error) } : own,
    },
    showAll: () => setTried(true),
    leave: (name: string | undefined) => name && setLeft((before) => new Set(before).add(name)),
  }
}

const lineField = /^lines\.(\d+)\.(\w+)$/

const isField = (draft: Draft, field: string): boolean => lineField.test(field) || field in draft

/** What is typed in a field of the wire's name. */
const typedIn = (draft: Draft, field: string): string => {
  const [, at, name] = lineField.exec(field) ?? []
  const line = at === undefined ? undefined : draft.lines[Number(at)]
  const column = [...wireNames].find(([, wired]) => wired === name)?.[0]
  if (line && column) return line[column]
  const value: unknown = draft[field as keyof Draft]
  return typeof value === 'string' ? value : ''
}

/** Ctrl-S, on a Mac ⌘S. */
const useSaveKey = (save: () => void): void => {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!document.querySelector('[role="dialog"][aria-modal="true"]')) save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => act(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
