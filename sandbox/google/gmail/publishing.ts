import type { PushSubscription, SimulatorContext } from '../../simulators.ts'
import type { Sign } from '../../webhooks.ts'
import { signing } from '../id-tokens.ts'
import type { WatchRow } from './rows.ts'

export const pushType = 'pubsub.push'

/**
 * Publishes that a mailbox changed to the topic that it is watched with, and Pub/Sub pushes it to each subscription
 * (https://docs.cloud.google.com/pubsub/docs/push, https://developers.google.com/workspace/gmail/api/guides/push).
 */
export const publish = (context: SimulatorContext, { id: emailAddress, topic }: WatchRow, historyId: number): void => {
  const [publishTime, messageId] = [context.now().toISOString(), String(context.now().getTime() * 1_000 + historyId)]
  const data = Buffer.from(JSON.stringify({ emailAddress, historyId })).toString('base64')
  const message = { data, messageId, message_id: messageId, publishTime, publish_time: publishTime }
  for (const subscription of context.subscriptions().filter((each) => each.topic === topic)) {
    const name = topic.replace('/topics/', '/subscriptions/')
    context.deliver(
      { id: name, url: subscription.endpoint, secret: JSON.stringify({ ...subscription, issuer: context.address() }) },
      { id: messageId, type: pushType, body: JSON.stringify({ message, subscription: name }) },
    )
  }
}

/** https://docs.cloud.google.com/pubsub/docs/authenticate-push-subscriptions */
export const pushHeaders: Sign = ({ secret, at }) => {
  const { issuer, serviceAccount, audience } = JSON.parse(secret) as PushSubscription & { readonly issuer: string }
  const subject = '113774264463038321964'
  const claims = { iss: issuer, aud: audience, azp: subject, sub: subject, email: serviceAccount, email_verified: true }
  return { Authorization: `Bearer ${signing.sign(claims, at)}` }
}
