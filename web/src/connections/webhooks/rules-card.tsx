import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '#icons'
import { read } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Connection, Input, Webhook } from '#web/wire.ts'
import { useWebhooks } from './api.ts'
import { healthOf } from './health.ts'
import { ruleStrings as strings } from './rule-strings.ts'
import { titleOfRule } from './rule-titles.ts'
import { WebhookMenu } from './webhook-menu.tsx'

const RuleWindow = laterWindow(() => import('./rule-window.tsx').then(({ RuleWindow }) => RuleWindow))

/** What a connected service is asked to do, for admins: its rules, each with a page of its deliveries. */
export const RulesCard = ({ connection }: { connection: Connection }) => {
  const { data, error, refetch } = useWebhooks()
  const [adding, adding_] = useDisclosure(false)
  const rules = data?.webhooks.filter(({ service }) => service?.connection_id === connection.id) ?? []
  const provider = connection.provider as Input<'show-service-task'>['provider']
  const task = useQuery({ ...read('show-service-task', { provider }), enabled: rules.length > 0 })
  const abouts = new Map(task.data?.event_types.map(({ type, about }) => [type, about.replace(/\.$/, '')] as const))
  return (
    <Card
      title={strings.title}
      actions={
        <Button size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={adding_.open}>
          {strings.add}
        </Button>
      }
    >
      <p className="dim">{strings.text}</p>
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {!data && !error && <RowsPending rows={1} />}
      {data && rules.length === 0 && <p>{strings.none}</p>}
      {rules.length > 0 && (
        <List label={strings.list} isInset>
          {rules.map((rule) => (
            <Rule key={rule.id} rule={rule} abouts={abouts} />
          ))}
        </List>
      )}
      <RuleWindow connection={connection} opened={adding} onClose={adding_.close} />
    </Card>
  )
}

const Rule = ({ rule, abouts }: { rule: Webhook; abouts: ReadonlyMap<string, string> }) => {
  const health = healthOf(rule)
  return (
    <ListRow
      title={titleOfRule(rule)}
      link={{ to: '/settings/webhooks/$webhookId', params: { webhookId: rule.id } }}
      linkId={rule.id}
      pills={<Pill tone={health.tone}>{health.word}</Pill>}
      end={rule.last_delivery && <RelativeTime at={rule.last_delivery.at} />}
      actions={<WebhookMenu webhook={rule} />}
    >
      {rule.event_types.map((type) => abouts.get(type) ?? type).join(', ')} · {health.text}
    </ListRow>
  )
}
