// The pay page without loading it again and again: opens the checkout, asks what became of it, and waits while money is on its way.
const page = document.querySelector('main').dataset
const said = document.getElementById('said')
const pay = document.getElementById('pay')
const look = document.getElementById('look')
const here = location.pathname
const lang = new URLSearchParams(location.search).get('lang') ?? sessionStorage.getItem('lang')
if (lang) sessionStorage.setItem('lang', lang)

const say = (words) => {
  said.textContent = words
  said.hidden = words === ''
}

const ask = async (type, body) => {
  try {
    const response = await fetch('/gateway', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type, ...body }),
    })
    return { ok: response.ok, body: await response.json() }
  } catch {
    return { ok: false, body: { code: 'unreachable', error: '' } }
  }
}

/** The page as it is now, without the return parameters: reloading it calls no provider. */
const showTruth = () => location.replace(here + (lang ? `?lang=${encodeURIComponent(lang)}` : ''))

const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** Asks the provider through the server. The money may be some seconds behind the payer. */
const verify = async (proof) => {
  say(page.checking)
  if (look) look.hidden = true
  for (const waitMs of [0, 2000, 4000, 8000]) {
    await pause(waitMs)
    const { ok, body } = await ask('verify-payment', { invoiceId: page.invoice, ...proof })
    if (ok || body.code === 'payment_processing') return showTruth()
    if (['payment_refused', 'checkout_not_of_invoice', 'payment_signature_invalid'].includes(body.code)) {
      say(page.failed.replace('{reason}', body.error))
      return
    }
  }
  say(page.notYet)
  if (look) look.hidden = false
}

/** While a payment is processing, a webhook or the server's polling may settle it. */
const watch = async () => {
  for (let waitMs = 3000; ; waitMs = Math.min(waitMs * 1.5, 30000)) {
    await pause(waitMs)
    if (document.hidden) continue
    const { ok, body } = await ask('show-payable', { token: page.token })
    if (ok && body.invoice.state !== page.state) return showTruth()
  }
}

const load = (address) =>
  new Promise((done, fail) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = done
    script.onerror = () => fail(new Error(''))
    document.head.append(script)
  })

const openWidget = async (checkout) => {
  if (!window.Razorpay) await load(checkout.scriptUrl)
  const widget = new window.Razorpay({
    key: checkout.keyId,
    order_id: checkout.orderId,
    amount: checkout.amount,
    currency: checkout.currency,
    name: page.organization,
    description: page.label,
    handler: ({ razorpay_payment_id, razorpay_order_id, razorpay_signature }) =>
      verify({ razorpay_payment_id, razorpay_order_id, razorpay_signature }),
    modal: { ondismiss: () => ready(page.canceled) },
  })
  widget.open()
  ready('')
}

const ready = (words) => {
  pay.querySelector('button').disabled = false
  say(words)
}

pay?.addEventListener('submit', async (event) => {
  event.preventDefault()
  pay.querySelector('button').disabled = true
  say(page.opening)
  const { ok, body } = await ask('pay-invoice', { token: page.token })
  if (!ok) {
    if (['invoice_already_paid', 'invoice_void', 'payment_under_way'].includes(body.code)) return showTruth()
    return ready(page.failed.replace('{reason}', body.error))
  }
  if (body.provider === 'stripe') return location.assign(body.url)
  try {
    await openWidget(body)
  } catch (error) {
    ready(page.failed.replace('{reason}', error.message))
  }
})

look?.addEventListener('submit', (event) => {
  event.preventDefault()
  verify({ session_id: page.session })
})

// Back by the browser's arrow, the page stands as it was left: with a button that waits.
addEventListener('pageshow', (event) => {
  if (event.persisted) showTruth()
})

if (page.session) verify({ session_id: page.session })
else if (page.state === 'processing') watch()
