import { Button, Group, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { call, read } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { strings } from './strings.ts'

interface Props {
  readonly label: string
  readonly error: string | undefined
  /** To which one comes back from the page of the provider. */
  readonly template: string
  readonly value: string | number | undefined
  onChange(value: string): void
}

/**
 * A mailbox of the team, which alone a workflow can send from; the first is taken where nothing was chosen. Where there is none, the way to
 * one: to connect an account, or to share one's own.
 */
export const MailboxAsked = ({ label, error, template, value, onChange }: Props) => {
  const { data, error: failure, refetch } = useQuery(read('list-mailboxes', {}))
  const sending = data?.mailboxes.filter(({ has_mail, status }) => has_mail && status === 'connected') ?? []
  const emails = sending.filter(({ kind }) => kind === 'team').map(({ email }) => email)
  const [first] = emails
  const take = useEffectEvent(() => first !== undefined && value === undefined && onChange(first))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they are known
  useEffect(() => void take(), [first])
  if (failure) return <ErrorNote error={failure} title={strings.mailboxesFailed} onRetry={() => void refetch()} />
  if (!data) return <RowsPending rows={1} />
  if (first === undefined) return <NoSender template={template} own={sending.filter(({ is_own }) => is_own)} />
  return (
    <NativeSelect
      label={label}
      error={error}
      value={value ?? ''}
      data={[{ value: '', label: strings.notSet }, ...emails]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

interface NoSenderProps {
  readonly template: string
  /** Those of the member, which are not of the team yet. */
  readonly own: readonly { readonly id: string; readonly email: string }[]
}

const NoSender = ({ template, own }: NoSenderProps) => {
  const queries = useQueryClient()
  const connect = useMutation({
    mutationFn: () =>
      call('connect-mailbox', { provider: 'google', returnTo: `/workflows?template=${encodeURIComponent(template)}` }),
    onSuccess: (answer) => 'authorizeUrl' in answer && location.assign(answer.authorizeUrl),
  })
  const share = useMutation({
    mutationFn: (mailboxId: string) => call('update-mailbox', { mailboxId, kind: 'team' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-mailboxes'] }),
  })
  return (
    <WarningNote title={own.length > 0 ? strings.shareMailbox : strings.noMailbox}>
      <ErrorNote error={connect.error ?? share.error} />
      {own.length > 0 && strings.sharedMeans}
      <Group gap="xs" mt="xs">
        {own.map(({ id, email }) => (
          <Button key={id} size="xs" loading={share.isPending} onClick={() => share.mutate(id)}>
            {strings.shareWithTeam(email)}
          </Button>
        ))}
        {own.length === 0 && (
          <Button size="xs" loading={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
            {strings.connectGoogle}
          </Button>
        )}
        <Button component={Link} to="/settings/mailboxes" size="xs" variant="default">
          {strings.otherMailbox}
        </Button>
      </Group>
    </WarningNote>
  )
}
