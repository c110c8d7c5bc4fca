import { Button, Group, Stack, Text } from '@mantine/core'
import { IconSend } from '#icons'
import { CallError } from '#web/gateway.ts'
import { money, onDate } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Window } from '#web/ui/window.tsx'
import classes from './form.module.css'
import { strings } from './strings.ts'

/** The last look before an invoice is on its way: from then on it has its number and does not change. */
export const SendWindow = ({
  opened,
  onClose,
  to,
  total,
  dueOn,
  error,
  isPending,
  onSend,
}: {
  opened: boolean
  onClose: () => void
  to: string
  total: { amountMinor: number; currency: string } | null
  dueOn: string
  error: unknown
  isPending: boolean
  /** `incomplete`: although the law asks for more. */
  onSend: (incomplete: boolean) => void
}) => (
  <Window opened={opened} onClose={onClose} title={strings.sendTitle}>
    <Stack>
      <ErrorNote error={error} title={strings.sendFailed} />
      {total && <p className={classes.sendAmount}>{money(total.amountMinor, total.currency)}</p>}
      <dl className={classes.sendFacts}>
        <div>
          <dt>{strings.sendTo}</dt>
          <dd>
            <bdi>{to}</bdi>
          </dd>
        </div>
        <div>
          <dt>{strings.dueOn}</dt>
          <dd>{dueOn === '' ? strings.dueNever : onDate(dueOn)}</dd>
        </div>
      </dl>
      <Text size="sm">{strings.sendText}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {strings.cancel}
        </Button>
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          loading={isPending}
          onClick={() => onSend(isIncomplete(error))}
          data-autofocus
        >
          {isIncomplete(error) ? strings.sendAnyway : strings.sendNow}
        </Button>
      </Group>
    </Stack>
  </Window>
)

/** Whether the server has named what is missing: sending it all the same is a decision of its own. */
const isIncomplete = (error: unknown): boolean => error instanceof CallError && error.code === 'invoice_incomplete'
