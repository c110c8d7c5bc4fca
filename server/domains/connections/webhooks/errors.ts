import { errors } from '#core/errors.ts'

export const webhookErrors = errors({
  webhook_not_found: { status: 404, message: 'No such webhook.', fix: 'List the webhooks in Settings → Webhooks.' },
  webhook_delivery_not_found: {
    status: 404,
    message: 'No such delivery.',
    fix: 'Deliveries to webhooks are kept for 30 days.',
  },
  webhook_disabled: {
    status: 409,
    message: 'This webhook is switched off.',
    fix: 'Switch it on with update-webhook, then let it catch up with recover-webhook.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'A workspace can have 50 webhooks.',
    fix: 'Remove one that nobody needs, or have one program pass the events on.',
  },
  webhook_url_invalid: {
    status: 400,
    message: 'url is not a web address',
    fix: 'Send the whole address, with https://, without user and password in it.',
  },
  webhook_url_not_https: {
    status: 400,
    message: 'url must begin with https://',
    fix: 'Put TLS before the receiver. An operator can allow http for a host in OUTGOING_ALLOWED_PRIVATE.',
  },
  webhook_url_not_allowed: {
    status: 400,
    message: 'url is not a public address on port 80 or 443. Whoever operates Foyer can allow it in OUTGOING_ALLOWED_PRIVATE.',
    fix: 'Use a public address, or have the operator add this host, such as `hooks.internal:8080` or `10.0.0.0/8`, to OUTGOING_ALLOWED_PRIVATE.',
  },
})
