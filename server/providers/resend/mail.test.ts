import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox } from '#test/support/sandbox.ts'
import { resendMail } from './mail.ts'

test('requests to Resend, and its answers, match the published contract', { skip: withoutContracts }, async () => {
  const contract = openContract('resend/openapi.json')
  const sandbox = await startSandbox()
  const seen: number[] = []
  const mail = resendMail({
    base: () => sandbox.address,
    key: 're_1',
    from: { name: 'Foyer', address: 'foyer@example.com' },
    now: () => new Date(),
    http: async (url, init) => {
      const response = await fetch(url, init)
      assert.deepEqual(contract.request(['/emails', 'post'], 'application/json', JSON.parse(String(init?.body))), [])
      assert.deepEqual(contract.answer(['/emails', 'post'], response.status, await response.clone().json()), [])
      seen.push(response.status)
      return response
    },
  })
  const message = {
    key: 'receipt-1',
    from: { name: 'Acme, Inc.', address: 'billing@example.com' },
    to: { name: 'Jo', address: 'jo@example.com' },
    subject: 'Receipt',
    html: '<p>Thanks</p>',
    text: 'Thanks',
    attachments: [{ name: 'receipt.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') }],
  }
  try {
    const first = await mail.send(message)
    assert.deepEqual(await mail.send(message), first)
    await assert.rejects(mail.send({ ...message, subject: 'Another' }))
    assert.deepEqual(seen, [200, 200, 409])
  } finally {
    await sandbox.stop()
  }
})
