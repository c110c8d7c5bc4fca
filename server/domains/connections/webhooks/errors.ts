import { errors } from '#core/errors.ts'

export const webhookErrors = errors({
  webhook_not_found: { status: 404, message: 'The webhook does not exist.', fix: 'List the webhooks in Settings → Webhooks.' },
  webhook_delivery_not_found: {
    status: 404,
    message: 'The delivery does not exist.',
    fix: 'Webhook deliveries are kept for 30 days.',
  },
  webhook_disabled: {
    status: 409,
    message: 'This webhook is turned off.',
    fix: 'Turn it on with update-webhook, then recover missed events with recover-webhook.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'A workspace can have at most 50 webhooks.',
    fix: 'Remove an unused one, or let one receiver forward the events.',
  },
  service_does_nothing: {
    status: 400,
    message: 'Foyer cannot ask this service to do anything.',
    fix: '`does` of list-connections names the services that can be asked.',
  },
  task_answer_invalid: {
    status: 400,
    message: 'This is not what the service takes.',
    fix: '`field` names the invalid answer; show-service-task says what each is.',
  },
  template_name_unknown: {
    status: 400,
    message: 'The text names what the event does not have.',
    fix: 'Write a name that one of the events has: the message lists them, and so does the reference of webhooks.',
  },
  task_not_allowed: {
    status: 409,
    message: 'The account was connected without the permission for this.',
    fix: 'Connect it again with integration-init-oauth and `wants: ["task"]`.',
  },
  webhook_of_service: {
    status: 400,
    message: 'This is a rule for a connected service: it has no URL and no signing secret.',
    fix: 'Change it with save-service-rule.',
  },
  webhook_url_invalid: {
    status: 400,
    message: 'url is not a valid URL',
    fix: 'Send the full URL, with https:// and without user and password.',
  },
  webhook_url_not_https: {
    status: 400,
    message: 'url must start with https://',
    fix: 'Put TLS in front of the receiver. An operator can allow http for a host in OUTGOING_ALLOWED_PRIVATE.',
  },
  webhook_url_not_allowed: {
    status: 400,
    message: 'url is not a public address on port 80 or 443. The operator of Foyer can allow it in OUTGOING_ALLOWED_PRIVATE.',
    fix: 'Use a public address, or ask the operator to add this host, such as `hooks.internal:8080` or `10.0.0.0/8`, to OUTGOING_ALLOWED_PRIVATE.',
  },
})
