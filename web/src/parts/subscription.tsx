import type { Output } from '../wire.ts'
import { Pill } from './pill.tsx'

type Contact = Output<'show-contact'>['contact']

const states: Readonly<Record<string, { word: string; tone?: 'good' | 'bad' }>> = {
  none: { word: 'Not subscribed' },
  subscribed: { word: 'Subscribed', tone: 'good' },
  unsubscribed: { word: 'Unsubscribed', tone: 'bad' },
}

export const SubscriptionPill = ({ contact }: { contact: Pick<Contact, 'subscription'> }) => {
  const state = states[contact.subscription] ?? { word: contact.subscription }
  return <Pill tone={state.tone}>{state.word}</Pill>
}

/** Whether marketing may be sent, and why no lead has a say in it. */
export const Subscription = ({ contact }: { contact: Pick<Contact, 'subscription'> }) => (
  <div style={{ fontSize: '0.8125rem', lineHeight: 1.5 }}>
    <SubscriptionPill contact={contact} />
    <div style={{ marginTop: '0.375rem', color: 'var(--mantine-color-dimmed)' }}>
      No lead ever changes this: a lead is an introduction, not a permission.
    </div>
  </div>
)
