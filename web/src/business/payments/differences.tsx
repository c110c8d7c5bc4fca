import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { money } from '#web/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Discrepancy } from '#web/wire.ts'
import { say } from '../invoices/api.ts'
import { evidenceOf } from '../invoices/evidence.ts'
import { providerName } from '../invoices/providers.ts'
import { strings as invoiceStrings } from '../invoices/strings.ts'
import { useReconciliationChange } from './api.ts'
import classes from './reconciliation.module.css'
import { strings } from './strings.ts'

const kinds: Readonly<Record<string, { title: string; next: string }>> = invoiceStrings.findings

/** Every difference by its name, with what it is about, and what to do. */
export const Differences = ({ differences }: { differences: readonly Discrepancy[] }) => {
  const [settling, setSettling] = useState<Discrepancy | null>(null)
  return (
    <Card title={strings.differences}>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} role="list" aria-label={strings.list}>
        {differences.map((difference) => (
          <li key={difference.id} className={classes.difference}>
            <div className={classes.head}>
              <h3 className={classes.title}>{kinds[difference.kind]?.title ?? difference.kind}</h3>
              {difference.amount_minor !== null && difference.currency !== null && (
                <span className={classes.amount}>{money(difference.amount_minor, difference.currency)}</span>
              )}
            </div>
            <p className={classes.next}>{kinds[difference.kind]?.next}</p>
            <dl className={classes.facts}>
              {difference.invoice && (
                <div>
                  <dt>{strings.theInvoice}</dt>
                  <dd>
                    <Link to="/invoices/$invoiceId" params={{ invoiceId: difference.invoice.id }} className={classes.link}>
                      {difference.invoice.label ?? strings.draft}
                    </Link>
                  </dd>
                </div>
              )}
              <div>
                <dt>{strings.provider}</dt>
                <dd>{providerName(difference.provider)}</dd>
              </div>
              {evidenceOf({
                provider_payment_id: difference.provider_payment_id,
                provider_checkout_id: difference.provider_checkout_id,
                currency: difference.currency,
                ...difference.facts,
              }).map(({ name, value, isCode }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{isCode ? <code className={classes.code}>{value}</code> : <bdi>{value}</bdi>}</dd>
                </div>
              ))}
              <div>
                <dt>{strings.found}</dt>
                <dd>
                  <RelativeTime at={difference.at} long />
                </dd>
              </div>
            </dl>
            <Button variant="default" size="xs" onClick={() => setSettling(difference)}>
              {strings.resolve}
            </Button>
          </li>
        ))}
      </ul>
      <SettleWindow key={settling?.id} difference={settling} onClose={() => setSettling(null)} />
    </Card>
  )
}

const SettleWindow = ({ difference, onClose }: { difference: Discrepancy | null; onClose: () => void }) => {
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const resolve = useReconciliationChange('resolve-difference')
  const fault = isMissing && note.trim() === '' ? strings.noteMissing : fieldError(resolve.error, 'note')
  return (
    <Window opened={difference !== null} onClose={onClose} title={strings.resolveTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setMissing(note.trim() === '')
          if (note.trim() === '' || !difference) return
          resolve.mutate(
            { differenceId: difference.id, note: note.trim() },
            {
              onSuccess: () => {
                say(strings.resolved)
                onClose()
              },
            },
          )
        }}
      >
        <Stack>
          {!fault && <ErrorNote error={resolve.error} />}
          {difference && (
            <Text size="sm" fw={600}>
              {kinds[difference.kind]?.title ?? difference.kind}
            </Text>
          )}
          <Text size="sm">{strings.resolveText}</Text>
          <Textarea
            label={strings.note}
            description={strings.noteHint}
            value={note}
            error={fault}
            autosize
            minRows={2}
            maxLength={500}
            required
            data-autofocus
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={resolve.isPending}>
              {strings.resolveIt}
            </Button>
          </Group>
        </Stack>
      </form>
    </Window>
  )
}
