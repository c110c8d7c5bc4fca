import { ActionIcon, Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconPlugConnected, IconPlus, IconTrash } from '#icons'
import { CallError, read } from '#web/gateway.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { FieldPair } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { MultiSelect } from '#web/ui/multi-select.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Input, Output, Webhook } from '#web/wire.ts'
import { useWebhookChange } from './api.ts'
import { ruleStrings as strings } from './rule-strings.ts'

interface Props {
  /** The account that is asked. */
  readonly connection: { readonly id: string; readonly provider: string }
  /** The rule that is changed; without one a new one is made. */
  readonly rule?: Webhook
  readonly opened: boolean
  readonly onClose: () => void
}

/** What a service is asked to do, and when. */
export const RuleWindow = ({ connection, rule, opened, onClose }: Props) => {
  const provider = connection.provider as Input<'show-service-task'>['provider']
  const { data, error, refetch } = useQuery({ ...read('show-service-task', { provider }), enabled: opened })
  return (
    <Window opened={opened} onClose={onClose} title={rule ? strings.editTitle : strings.newTitle(data?.task.title ?? '')} sheet>
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {!data && !error && <RowsPending rows={3} />}
      {opened && data && <RuleForm connection={connection} {...(rule && { rule })} offered={data} onClose={onClose} />}
    </Window>
  )
}

interface Column {
  readonly name: string
  readonly value: string
}
const firstColumns: readonly Column[] = [
  { name: 'Name', value: '{{name}}' },
  { name: 'Email', value: '{{email}}' },
]

const RuleForm = ({
  connection,
  rule,
  offered: { task, event_types },
  onClose,
}: Omit<Props, 'opened'> & { offered: Output<'show-service-task'> }) => {
  const [events, setEvents] = useState<string[]>(rule ? [...rule.event_types] : ['lead.received'])
  const [asked, setAsked] = useState<Readonly<Record<string, string>>>(rule?.service?.asked ?? {})
  const [text, setText] = useState(rule?.service?.text ?? '')
  const [columns, setColumns] = useState<readonly Column[]>(rule?.service?.columns ?? firstColumns)
  const [isTried, setIsTried] = useState(false)
  const save = useWebhookChange('save-service-rule', onClose)
  const named = columns.filter(({ name }) => name.trim() !== '')
  const lacks = (name: string): boolean => (asked[name] ?? '').trim() === ''
  const isComplete =
    events.length > 0 &&
    task.asks.every(({ name, optional }) => optional || !lacks(name)) &&
    (task.takes === 'text' || named.length > 0)
  const submit = (): void => {
    setIsTried(true)
    if (!isComplete) return
    save.mutate({
      connectionId: connection.id,
      ...(rule && { webhookId: rule.id }),
      eventTypes: events as Input<'save-service-rule'>['eventTypes'],
      asked,
      ...(task.takes === 'text' ? { text: text.trim() === '' ? null : text } : { columns: [...named] }),
    })
  }
  const isFieldFault = ['text', ...task.asks.map(({ name }) => `asked.${name}`)].some((field) => fieldError(save.error, field))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        {!isFieldFault && <ErrorNote error={save.error} />}
        {save.error instanceof CallError && save.error.code === 'task_not_allowed' && <Allow connection={connection} />}
        <MultiSelect
          label={strings.when}
          description={isTried && events.length === 0 ? strings.whenMissing : strings.whenHint}
          data={event_types.map(({ type, about }) => ({ value: type, label: about.replace(/\.$/, '') }))}
          value={events}
          onChange={setEvents}
          searchable
          nothingFoundMessage={strings.nothing}
        />
        {task.asks.map(({ name, label, help, optional }) => (
          <TextInput
            key={name}
            label={optional ? strings.optional(label) : label}
            description={help}
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={asked[name] ?? ''}
            error={isTried && !optional && lacks(name) ? strings.missing : fieldError(save.error, `asked.${name}`)}
            onChange={({ currentTarget }) => setAsked({ ...asked, [name]: currentTarget.value })}
          />
        ))}
        {task.takes === 'text' ? (
          <Textarea
            label={strings.message}
            description={strings.messageHint}
            autosize
            minRows={2}
            maxLength={2_000}
            value={text}
            error={fieldError(save.error, 'text')}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        ) : (
          <Columns columns={columns} fault={isTried && named.length === 0} onChange={setColumns} />
        )}
        <WindowFoot>
          <FormButtons submit={rule ? strings.save : strings.create} isPending={save.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}

/** Leads to the service, where the permission is given, and back. */
const Allow = ({ connection: { id, provider } }: Pick<Props, 'connection'>) => {
  const { organization, person } = useSession()
  const begin = useWebhookChange('integration-init-oauth')
  const go = (): void =>
    begin.mutate(
      {
        ...{ provider: provider as Input<'integration-init-oauth'>['provider'], wants: ['task'] },
        ...{ orgId: organization.id, userId: person.id, returnTo: `/settings/connections/${id}` },
      },
      { onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl), onError: (error) => sayFailure(error) },
    )
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconPlugConnected size={16} aria-hidden />}
      loading={begin.isPending || begin.isSuccess}
      onClick={go}
    >
      {strings.allow}
    </Button>
  )
}

/** Which column of the table gets what. */
const Columns = ({
  columns,
  fault,
  onChange,
}: {
  columns: readonly Column[]
  fault: boolean
  onChange: (columns: readonly Column[]) => void
}) => {
  const change = (at: number, more: Partial<Column>): void =>
    onChange(columns.map((column, index) => (index === at ? { ...column, ...more } : column)))
  return (
    <Fieldset legend={strings.columns}>
      <Stack gap="xs">
        {columns.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name until it is written
          <FieldPair key={at}>
            <TextInput
              aria-label={`${strings.column} ${at + 1}`}
              placeholder={strings.column}
              maxLength={200}
              value={column.name}
              error={fault && strings.columnsMissing}
              onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
            />
            <TextInput
              aria-label={`${strings.value} ${at + 1}`}
              placeholder={strings.value}
              maxLength={2_000}
              value={column.value}
              onChange={({ currentTarget }) => change(at, { value: currentTarget.value })}
              rightSection={
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={strings.removeColumn(at + 1)}
                  onClick={() => onChange(columns.filter((_column, index) => index !== at))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              }
            />
          </FieldPair>
        ))}
        <span className="dim">{strings.columnHint}</span>
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...columns, { name: '', value: '' }])}
          disabled={columns.length >= 50}
        >
          {strings.addColumn}
        </Button>
      </Stack>
    </Fieldset>
  )
}
