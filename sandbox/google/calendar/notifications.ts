import type { Sign } from '../../webhooks.ts'
import type { ChannelRow } from './rows.ts'

/** A notification has no body: all of it is in its headers (https://developers.google.com/workspace/calendar/api/guides/push). */
export const notificationHeaders: Sign = ({ type, secret }) => {
  const { id, token, resourceId, lastMessage, expiresAt } = JSON.parse(secret) as ChannelRow
  return {
    'X-Goog-Channel-ID': id,
    'X-Goog-Message-Number': String(lastMessage),
    'X-Goog-Resource-ID': resourceId,
    'X-Goog-Resource-State': type,
    'X-Goog-Resource-URI': 'https://www.googleapis.com/calendar/v3/calendars/primary/events?alt=json',
    'X-Goog-Channel-Expiration': new Date(expiresAt).toUTCString(),
    ...(token !== null && { 'X-Goog-Channel-Token': token }),
  }
}
