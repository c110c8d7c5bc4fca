import { isSameSecret } from '#domains/crm/lead-sources/equal-secrets.ts'
import type { SourceRequest } from '#domains/crm/lead-sources/source-kind.ts'
import { isSigned } from '#domains/crm/lead-sources/webhook/signatures.ts'
import type { KnownHook, WebhookTrigger } from './known-hooks.ts'

/** standardwebhooks.com: HMAC-SHA256 over `id.timestamp.body`, no older than five minutes. */
const standard = {
  by: 'signature',
  header: 'webhook-signature',
  prefix: '',
  encoding: 'base64',
  signed: 'id.timestamp.body',
  timestamp: { header: 'webhook-timestamp', unit: 'seconds', toleranceSeconds: 300 },
} as const

/** Whether a request proves who sent it, by the secret of now or, for as long as both hold, by the one before. */
export const isProven = (
  request: SourceRequest,
  check: WebhookTrigger['check'],
  { secret, oldSecret }: Pick<KnownHook, 'secret' | 'oldSecret'>,
  now: Date,
): boolean => {
  const secrets = [secret, ...(oldSecret && oldSecret.until > now ? [oldSecret.text] : [])]
  switch (check.by) {
    case 'nothing':
      return true
    case 'bearer': {
      const [, given] = /^bearer +(.+)$/i.exec(request.headers.authorization?.trim() ?? '') ?? []
      return secrets.some((each) => isSameSecret(given, each))
    }
    case 'standard_webhooks':
      return secrets.some((each) => isSigned(request, each, standard, now))
    case 'hmac':
      return secrets.some((each) =>
        (['hex', 'base64'] as const).some((encoding) =>
          isSigned(
            request,
            each,
            { by: 'signature', header: check.header, prefix: check.prefix, encoding, signed: 'body', timestamp: null },
            now,
          ),
        ),
      )
  }
}
