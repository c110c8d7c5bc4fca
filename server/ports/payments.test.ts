import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { newId } from '#core/ids.ts'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { type CheckoutWanted, noDispute, type Payments } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import type { Tried } from '#test/payments/payer.ts'
import { razorpay } from '#test/payments/razorpay.ts'
import { stripe } from '#test/payments/stripe.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let sandbox: TestSandbox
const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
const http: ProviderHttp = { send: (request) => way.send(request) }
before(async () => {
  sandbox = await startSandbox()
})
after(async () => {
  await sandbox.stop()
  await way.destroy()
})

/** What every provider behind the port keeps, whatever it is like inside. */
const keepsItsPromises = (tried: Tried): void => {
  const wanted = (more: Partial<CheckoutWanted> = {}): CheckoutWanted => ({
    key: newId(),
    invoiceId: newId(),
    title: 'Invoice INV-0007',
    amountMinor: 12_345,
    currency: tried.currency,
    clientEmail: 'payer@example.com',
    successUrl: 'https://foyer.example.com/pay/x?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://foyer.example.com/pay/x',
    ...more,
  })
  const account = (): Payments => tried.open(sandbox, http, newId().replaceAll('-', ''))
  const found = async (payments: Payments, checkoutId: string) => {
    const checkout = await payments.findCheckout(checkoutId)
    assert.ok(checkout)
    return checkout
  }

  describe(tried.provider, () => {
    test('a test call names the account of the credentials; wrong ones are named, and never repeated', async () => {
      const told = await account().test()
      assert.ok(told.account.length > 3)
      assert.equal(told.isLive, false)
      const { payments, secret } = tried.openWrongly(sandbox, http)
      await assert.rejects(payments.test(), (error: unknown) => {
        assert.ok(error instanceof ProviderError)
        assert.equal(error.kind, 'credentials')
        assert.doesNotMatch(`${error.reason} ${error.message} ${error.stack}`, new RegExp(secret))
        assert.doesNotMatch(error.reason, /\n|https?:/)
        return true
      })
    })

    test('a checkout is open for the requested amount, and knows its invoice', async () => {
      const payments = account()
      const asked = wanted()
      const opened = await payments.openCheckout(asked)
      assert.equal(opened.url === null, payments.widget !== null, 'a page or a widget')
      const checkout = await found(payments, opened.checkoutId)
      const { createdAt, ...rest } = checkout
      assert.deepEqual(rest, {
        checkoutId: opened.checkoutId,
        invoiceId: asked.invoiceId,
        state: 'open',
        amountMinor: 12_345,
        currency: tried.currency,
        isLive: false,
        payments: [],
      })
      assert.ok(Math.abs(createdAt.getTime() - Date.now()) < 60_000)
    })

    test('the same key opens one checkout, however often and even when the answer was lost', async () => {
      const payments = account()
      const asked = wanted()
      const first = await payments.openCheckout(asked)
      assert.equal((await payments.openCheckout(asked)).checkoutId, first.checkoutId)
      assert.notEqual((await payments.openCheckout(wanted())).checkoutId, first.checkoutId)

      const lost = wanted()
      await sandbox.turn(tried.slug, { kind: 'lost', only: 'POST /v1/' })
      await assert.rejects(payments.openCheckout(lost), ProviderError)
      await sandbox.turn(tried.slug)
      await payments.openCheckout(lost)
      const { items } = await payments.listCheckouts(new Date(Date.now() - 60_000), null)
      assert.equal(items.filter(({ invoiceId }) => invoiceId === lost.invoiceId).length, 1)
    })

    test('an error of the provider’s own stands in the way of one try, never of the next, and opens no second checkout', async () => {
      const payments = account()
      const asked = wanted()
      await sandbox.turn(tried.slug, { kind: 'error_500', times: 1, only: 'POST /v1/' })
      const trouble = await payments.openCheckout(asked).then(
        () => assert.fail('it was opened'),
        (error: unknown) => error as ProviderError,
      )
      assert.equal(trouble.kind, 'broken')
      await sandbox.turn(tried.slug)
      // What the provider keeps under a key it gives to every repeat.
      if (trouble.spendsKey) await assert.rejects(payments.openCheckout(asked), ProviderError)
      await payments.openCheckout({ ...asked, key: trouble.spendsKey ? `${asked.key}:1` : asked.key })
      const { items } = await payments.listCheckouts(new Date(Date.now() - 60_000), null)
      assert.equal(items.filter(({ invoiceId }) => invoiceId === asked.invoiceId).length, 1)
    })

    test('an object unknown to the provider is null, and not an error; nor does one account see another’s', async () => {
      const payments = account()
      const { checkoutId } = await payments.openCheckout(wanted())
      const stranger = account()
      assert.equal(await stranger.findCheckout(checkoutId), null)
      assert.equal(await payments.findCheckout(`${checkoutId.slice(0, -6)}000000`), null)
      await tried.pay(sandbox, await payments.openCheckout(wanted()))
      const [paid] = (await payments.listCheckouts(new Date(0), null)).items.flatMap((each) => each.payments)
      assert.ok(paid)
      assert.equal(await stranger.findPayment(paid.paymentId), null)
    })

    test('other programs’ webhooks on the same account are not ours: no error, no dispute, no money', async () => {
      const account = newId().replaceAll('-', '')
      const payments = tried.open(sandbox, http, account)
      const own = await payments.openCheckout(wanted())
      const others = await tried.others(sandbox, account)
      assert.ok(others.checkouts.length >= 3 && others.payments.length >= 3)
      for (const id of others.checkouts)
        if (id !== own.checkoutId) assert.equal(z.uuid().safeParse((await payments.findCheckout(id))?.invoiceId).success, false)
      for (const id of others.payments)
        assert.equal(z.uuid().safeParse((await payments.findPayment(id))?.invoiceId).success, false, id)
      const { items, others: passedOver } = await payments.listCheckouts(new Date(0), null)
      assert.deepEqual(
        items.filter(({ invoiceId }) => z.uuid().safeParse(invoiceId).success).map(({ checkoutId }) => checkoutId),
        [own.checkoutId],
      )
      assert.equal(items.length + passedOver, others.checkouts.length)
    })

    test('declined is no money and can be tried again; paid is', async () => {
      const payments = account()
      const asked = wanted()
      const opened = await payments.openCheckout(asked)
      await tried.decline(sandbox, opened)
      const declined = await found(payments, opened.checkoutId)
      assert.equal(declined.state, 'open')
      assert.equal(declined.payments[0]?.state, 'failed')
      assert.match(declined.payments[0]?.failure ?? '', /^[^\n]+$/)

      await tried.pay(sandbox, opened)
      const paid = await found(payments, opened.checkoutId)
      assert.equal(paid.state, 'paid')
      const money = paid.payments.filter(({ state }) => state === 'paid')
      assert.equal(money.length, 1)
      const [payment] = money
      assert.ok(payment)
      const { paymentId, createdAt: _createdAt, method, ...rest } = payment
      assert.ok(method)
      assert.deepEqual(rest, {
        checkoutId: opened.checkoutId,
        invoiceId: asked.invoiceId,
        state: 'paid',
        amountMinor: 12_345,
        currency: tried.currency,
        refundedMinor: 0,
        dispute: noDispute,
        isLive: false,
        failure: null,
      })
      assert.deepEqual(await payments.findPayment(paymentId), payment)
      assert.deepEqual(await payments.capture(payment), payment, 'taken already counts as taken')
    })

    test('a returned payer has not paid until the money is there', async () => {
      const payments = account()
      const opened = await payments.openCheckout(wanted())
      await tried.payLater(sandbox, opened)
      const waiting = await found(payments, opened.checkoutId)
      assert.equal(waiting.state, 'processing')
      const [payment] = waiting.payments
      assert.ok(payment && payment.state !== 'paid' && payment.state !== 'failed')
      await tried.arrive(sandbox, payment.paymentId)
      const taken = await found(payments, opened.checkoutId)
      const [arrived] = taken.payments
      assert.ok(arrived)
      const paid = arrived.state === 'authorized' ? await payments.capture(arrived) : arrived
      assert.deepEqual([paid.state, paid.amountMinor], ['paid', 12_345])
      assert.equal((await found(payments, opened.checkoutId)).state, 'paid')
    })

    test('refunds and disputes are read, of a payment and of its checkout', async () => {
      const payments = account()
      const opened = await payments.openCheckout(wanted())
      await tried.pay(sandbox, opened)
      const paymentId = (await found(payments, opened.checkoutId)).payments[0]?.paymentId ?? ''
      await tried.refund(sandbox, paymentId, 345)
      assert.equal((await payments.findPayment(paymentId))?.refundedMinor, 345)
      assert.equal((await payments.findPayment(paymentId))?.state, 'paid')
      await tried.refund(sandbox, paymentId, 12_000)
      const checkout = await found(payments, opened.checkoutId)
      assert.deepEqual([checkout.state, checkout.payments[0]?.refundedMinor], ['paid', 12_345])

      const other = await payments.openCheckout(wanted())
      await tried.pay(sandbox, other)
      const disputed = (await found(payments, other.checkoutId)).payments[0]?.paymentId ?? ''
      await tried.dispute(sandbox, disputed)
      const disputeOf = async () => {
        const { fee, ...alone } = (await payments.findPayment(disputed))?.dispute ?? noDispute
        const { fee: same, ...within } = (await found(payments, other.checkoutId)).payments[0]?.dispute ?? noDispute
        assert.deepEqual([within, same], [alone, fee])
        assert.ok(fee === null || (fee.minor > 0 && fee.currency === tried.currency))
        return alone
      }
      assert.deepEqual(await disputeOf(), { state: 'open', lostMinor: 0 })
      await tried.endDispute(sandbox, disputed, 'lost')
      assert.deepEqual(await disputeOf(), { state: 'lost', lostMinor: 12_345 })

      const third = await payments.openCheckout(wanted())
      await tried.pay(sandbox, third)
      const won = (await found(payments, third.checkoutId)).payments[0]?.paymentId ?? ''
      await payments.listCheckouts(new Date(0), null)
      await tried.dispute(sandbox, won)
      await tried.endDispute(sandbox, won, 'won')
      const { state, lostMinor } = (await payments.findPayment(won))?.dispute ?? noDispute
      assert.deepEqual([state, lostMinor], ['won', 0])
    })

    test('a checkout that is closed cannot be paid; closing one that is paid or closed harms nothing', async () => {
      const payments = account()
      const opened = await payments.openCheckout(wanted())
      await payments.closeCheckout(opened.checkoutId)
      await payments.closeCheckout(opened.checkoutId)
      if (tried.has.closing) {
        assert.equal((await found(payments, opened.checkoutId)).state, 'expired')
        await tried.pay(sandbox, opened)
        assert.deepEqual((await found(payments, opened.checkoutId)).payments, [])
      }
      const other = await payments.openCheckout(wanted())
      await tried.pay(sandbox, other)
      await payments.closeCheckout(other.checkoutId)
      assert.equal((await found(payments, other.checkoutId)).state, 'paid')
    })

    test('a list has every checkout since a moment once, newest first, over more than one page', async () => {
      const payments = account()
      const opened: string[] = []
      for (let n = 0; n < tried.pageSize + 3; n++) opened.push((await payments.openCheckout(wanted())).checkoutId)
      const listed: string[] = []
      let cursor: string | null = null
      do {
        const page = await payments.listCheckouts(new Date(Date.now() - 600_000), cursor)
        listed.push(...page.items.map(({ checkoutId }) => checkoutId))
        cursor = page.next
      } while (cursor !== null)
      assert.deepEqual(listed, opened.reverse())
      assert.deepEqual((await payments.listCheckouts(new Date(Date.now() + 600_000), null)).items, [])
    })

    test('the balance is payments less refunds, or is absent', async () => {
      const payments = account()
      for (const amountMinor of [10_000, 2_500]) await tried.pay(sandbox, await payments.openCheckout(wanted({ amountMinor })))
      const [newest] = (await payments.listCheckouts(new Date(0), null)).items
      await tried.refund(sandbox, newest?.payments[0]?.paymentId ?? '', 500)
      const balance = await payments.balance()
      if (!tried.has.balance) return assert.deepEqual(balance, [])
      const own = balance.find(({ currency }) => currency === tried.currency)
      assert.equal((own?.availableMinor ?? 0) + (own?.pendingMinor ?? 0), 12_000)
    })

    test('a webhook is news of a payment, proven by its signature over the very bytes', async () => {
      const got: { headers: IncomingHttpHeaders; body: Buffer }[] = []
      const receiver = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        got.push({ headers: request.headers, body: Buffer.concat(chunks) })
        response.end()
      })
      await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', () => done()))
      const payments = tried.open(sandbox, http, newId().replaceAll('-', ''))
      const registered = await payments.registerWebhook(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
      assert.ok(registered)
      const opened = await payments.openCheckout(wanted())
      await tried.pay(sandbox, opened)
      const paymentId = (await found(payments, opened.checkoutId)).payments[0]?.paymentId
      const plain = (headers: IncomingHttpHeaders) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      const news = () =>
        got.map(({ headers, body }) => {
          const sent = { headers: plain(headers), body }
          assert.ok(tried.isSigned(sent, registered.secret, new Date()))
          return tried.parseWebhook(sent)
        })
      for (let n = 0; n < 300 && !news().some((each) => each.paymentId === paymentId); n++) await pause(20)
      assert.ok(news().some((each) => each.paymentId === paymentId))
      assert.ok(news().every(({ isLive, at }) => !isLive && Math.abs(at.getTime() - Date.now()) < 60_000))

      const [first] = got
      assert.ok(first)
      const headers = plain(first.headers)
      const now = new Date()
      const longer = Buffer.concat([first.body, Buffer.from(' ')])
      assert.equal(tried.isSigned({ headers, body: longer }, registered.secret, now), false)
      assert.equal(tried.isSigned({ headers, body: first.body }, `${registered.secret}x`, now), false)
      assert.equal(tried.isSigned({ headers, body: first.body }, '', now), false)
      for (const signature of [
        undefined,
        '',
        'x',
        `${headers[tried.signatureHeader]}`.replace(/[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0')),
      ])
        assert.equal(
          tried.isSigned(
            { headers: { ...headers, [tried.signatureHeader]: signature }, body: first.body },
            registered.secret,
            now,
          ),
          false,
        )
      receiver.close()
      receiver.closeAllConnections()
    })

    test('for any answer of the provider, the error has a kind and a reason, and nothing counts as a payment', async () => {
      const payments = account()
      const { checkoutId } = await payments.openCheckout(wanted())
      for (const [kind, expected] of Object.entries({
        rate_limited: ['busy'],
        error_500: ['broken'],
        error_503: ['broken'],
        html: ['broken'],
        ok_error_body: ['broken'],
        redirect_loop: ['broken'],
        huge: ['broken'],
        gzip_bomb: ['broken'],
        refused: ['unreachable'],
        lost: ['unreachable', 'broken'],
        reset: ['unreachable', 'broken'],
      })) {
        await sandbox.turn(tried.slug, { kind })
        for (const attempt of [() => payments.findCheckout(checkoutId), () => payments.openCheckout(wanted())])
          await assert.rejects(attempt(), (error: unknown) => {
            assert.ok(error instanceof ProviderError, `${kind}: ${error}`)
            assert.ok(expected.includes(error.kind), `${kind}: ${error.kind}`)
            assert.match(error.reason, /^[^\n]{5,250}$/)
            if (kind === 'rate_limited') assert.equal(error.retryAfterMs, 1_000)
            return true
          })
      }
      await sandbox.turn(tried.slug)
      assert.equal((await found(payments, checkoutId)).state, 'open')
    })
  })
}

keepsItsPromises(stripe)
keepsItsPromises(razorpay)
