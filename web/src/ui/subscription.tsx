import type { Contact } from '../wire.ts'
import { Pill } from './pill.tsx'
import { strings } from './strings.ts'

const tones: Readonly<Record<string, 'good' | 'bad'>> = { subscribed: 'good', unsubscribed: 'bad' }
const states: Readonly<Record<string, string>> = strings.subscription

export const SubscriptionPill = ({ contact: { subscription } }: { contact: Pick<Contact, 'subscription'> }) => (
  <Pill tone={tones[subscription]}>{states[subscription] ?? subscription}</Pill>
)

/** Whether marketing may be sent, and why no lead has a say in it. */
export const Subscription = ({ contact }: { contact: Pick<Contact, 'subscription'> }) => (
  <div style={{ fontSize: '0.8125rem', lineHeight: 1.5 }}>
    <SubscriptionPill contact={contact} />
    <div style={{ marginTop: '0.375rem', color: 'var(--mantine-color-dimmed)' }}>{strings.subscriptionText}</div>
  </div>
)
