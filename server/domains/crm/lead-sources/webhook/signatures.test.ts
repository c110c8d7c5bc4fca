import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { webhookServices } from '#shapes/webhook-services.ts'
import { contractFile, withoutContracts } from '#test/support/contracts.ts'
import { answerToChallenge, isSigned } from './signatures.ts'
import { Proof } from './webhook-settings.ts'

interface Vector {
  readonly secret: string
  readonly timestamp?: number
  readonly body: string
  readonly signature: string
  readonly challenge?: { readonly code: string; readonly response: string }
  readonly rejects?: readonly {
    readonly why: string
    readonly body?: string
    readonly signature?: string
    readonly now?: number
  }[]
}

const proofOf = (slug: string) => {
  const proof = Proof.parse(webhookServices.find((service) => service.slug === slug)?.signature)
  assert.ok(proof.by === 'signature')
  return proof
}

const serviceOf: Readonly<Record<string, string>> = {
  typeform: 'typeform',
  calendly: 'calendly',
  tally: 'tally',
  webflow: 'webflow',
  linkedin: 'linkedin-lead-gen',
  genericHex: 'generic',
  googleFormsScript: 'google-forms',
}

test('each service’s signature of the contracts is accepted, and each forgery of them refused', {
  skip: withoutContracts,
}, () => {
  const vectors = contractFile<{ formServices: Record<string, Vector> }>('signature-vectors.json').formServices
  for (const [name, slug] of Object.entries(serviceOf)) {
    const vector = vectors[name]
    assert.ok(vector, name)
    const proof = proofOf(slug)
    const ms = (at: number): number => (proof.timestamp?.unit === 'milliseconds' ? at : at * 1_000)
    const now = vector.timestamp === undefined ? new Date() : new Date(ms(vector.timestamp))
    const ask = (body: string, signature: string, at = now): boolean =>
      isSigned(
        {
          ...{ method: 'POST', url: '/', body: Buffer.from(body) },
          headers: {
            [proof.header.toLowerCase()]: signature,
            ...(proof.timestamp?.header ? { [proof.timestamp.header.toLowerCase()]: String(vector.timestamp) } : {}),
          },
        },
        vector.secret,
        proof,
        at,
      )
    assert.ok(ask(vector.body, vector.signature), name)
    for (const forgery of vector.rejects ?? []) {
      if (forgery.signature === undefined) continue
      const at = forgery.now === undefined ? now : new Date(ms(forgery.now))
      assert.ok(!ask(forgery.body ?? vector.body, forgery.signature, at), `${name}: ${forgery.why}`)
    }
  }
})

test('a signature that a library of Standard Webhooks made is accepted, at a change of secrets too, and none older than five minutes', () => {
  const proof = proofOf('standard-webhooks')
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const now = new Date()
  const sign = (at: Date): string => new Webhook(secret).sign('msg_1', at, '{"a":1}')
  const ask = (signature: string, at = now): boolean =>
    isSigned(
      {
        ...{ method: 'POST', url: '/', body: Buffer.from('{"a":1}') },
        headers: {
          ...{ 'webhook-id': 'msg_1', 'webhook-signature': signature },
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        },
      },
      secret,
      proof,
      now,
    )
  assert.ok(ask(sign(now)))
  assert.ok(ask(`v1,AAAA ${sign(now)}`))
  assert.ok(!ask('v1,AAAA'))
  const old = new Date(now.getTime() - 301_000)
  assert.ok(!ask(sign(old), old))
})

test('hex counts without its case and base64 with it; a request without the header proves nothing', () => {
  const digest = createHmac('sha256', 'secret').update('{}').digest()
  const request = (header: string | undefined) => ({
    ...{ method: 'POST', url: '/', body: Buffer.from('{}') },
    headers: { 'x-signature-256': header },
  })
  const [hex, base64] = [proofOf('generic'), { ...proofOf('generic'), encoding: 'base64' as const, prefix: '' }]
  const now = new Date()
  assert.ok(isSigned(request(`sha256=${digest.toString('hex').toUpperCase()}`), 'secret', hex, now))
  assert.ok(isSigned(request(digest.toString('base64')), 'secret', base64, now))
  assert.ok(!isSigned(request(digest.toString('base64').toLowerCase()), 'secret', base64, now))
  assert.ok(!isSigned(request(undefined), 'secret', hex, now))
})

test('LinkedIn is answered its challenge as its contract has it', { skip: withoutContracts }, () => {
  const examples =
    contractFile<
      readonly {
        readonly operation: string
        readonly request: { readonly query?: { readonly challengeCode: string } }
        readonly response: { readonly status: number; readonly body?: { readonly challengeResponse: string } }
      }[]
    >('form-services/examples.json')
  const asked = examples.find(({ operation, response }) => operation === 'GET /linkedin' && response.status === 200)
  assert.equal(
    answerToChallenge(asked?.request.query?.challengeCode ?? '', 'contractsLinkedinClientSecret'),
    asked?.response.body?.challengeResponse,
  )
})
