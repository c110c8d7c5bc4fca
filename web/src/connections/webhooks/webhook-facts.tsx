import { onDay } from '#web/i18n/format.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import type { Webhook } from './api.ts'
import { strings } from './strings.ts'

/** What is known of a webhook. */
export const WebhookFacts = ({ webhook }: { webhook: Webhook }) => (
  <Facts>
    <Fact name={strings.hears} wide={webhook.event_types.length > 1}>
      {webhook.event_types.length === 0 ? strings.everything : webhook.event_types.join(', ')}
    </Fact>
    <Fact name={strings.last}>{webhook.last_delivery ? <RelativeTime at={webhook.last_delivery.at} /> : strings.never}</Fact>
    <Fact name={strings.secret}>{strings.secretEnds(webhook.secret_hint)}</Fact>
    {webhook.old_secret_until && (
      <Fact name={strings.oldSecret}>
        <AbsoluteTime at={webhook.old_secret_until} />
      </Fact>
    )}
    <Fact name={strings.made}>{onDay(webhook.created_at)}</Fact>
  </Facts>
)
