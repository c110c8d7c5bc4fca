import { onDay } from '#web/i18n/format.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import type { Webhook } from '#web/wire.ts'
import { strings } from './strings.ts'

export const WebhookFacts = ({ webhook }: { webhook: Webhook }) => (
  <Facts>
    {webhook.service && (
      <Fact name={webhook.service.task_title} wide>
        <bdi>{Object.values(webhook.service.asked).join(' · ')}</bdi>
      </Fact>
    )}
    {webhook.description && !webhook.service && (
      <Fact name={strings.url} wide>
        <bdi>{webhook.url}</bdi>
      </Fact>
    )}
    <Fact name={strings.events} wide={webhook.event_types.length > 1}>
      {webhook.event_types.length === 0 ? strings.everything : webhook.event_types.join(', ')}
    </Fact>
    {webhook.include_imports && <Fact name={strings.imports}>{strings.importsIncluded}</Fact>}
    <Fact name={strings.last}>{webhook.last_delivery ? <RelativeTime at={webhook.last_delivery.at} /> : strings.never}</Fact>
    {!webhook.service && <Fact name={strings.secret}>{strings.secretEnds(webhook.secret_hint)}</Fact>}
    {webhook.old_secret_until && (
      <Fact name={strings.oldSecret}>
        <AbsoluteTime at={webhook.old_secret_until} />
      </Fact>
    )}
    <Fact name={strings.created}>{onDay(webhook.created_at)}</Fact>
  </Facts>
)
