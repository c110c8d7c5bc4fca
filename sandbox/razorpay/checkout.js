// Razorpay's checkout.js, played: `new Razorpay(options).open()` opens the widget over the page that asked for it.
// https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps/
;(() => {
  const base = document.currentScript.src.replace(/\/v1\/checkout\.js.*$/, '')

  const style = new CSSStyleSheet()
  style.replaceSync(`
    dialog.razorpay-sandbox { padding: 0; border: 0; border-radius: 12px; overflow: hidden; width: min(26rem, 100vw);
      height: min(41rem, 100dvh); max-width: 100vw; max-height: 100dvh; box-shadow: 0 10px 40px rgb(0 0 0 / 0.35); }
    dialog.razorpay-sandbox::backdrop { background: rgb(0 0 0 / 0.55); }
    dialog.razorpay-sandbox iframe { display: block; width: 100%; height: 100%; border: 0; }
    @media (max-width: 30rem) { dialog.razorpay-sandbox { width: 100vw; height: 100dvh; border-radius: 0; } }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]

  class Razorpay {
    #options
    #listeners = new Map()
    #dialog = null
    #hear = null

    constructor(options) {
      if (!options?.key) throw new Error('No key passed')
      this.#options = options
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }

    open() {
      const { redirect, callback_url } = this.#options
      if (redirect && callback_url) location.assign(this.#address({ callback_url }))
      else if (!this.#dialog) this.#show()
      return this
    }

    close() {
      removeEventListener('message', this.#hear)
      this.#dialog?.close()
      this.#dialog?.remove()
      this.#dialog = null
    }

    #address(more) {
      const { key, order_id, name, description, prefill } = this.#options
      const wanted = { key_id: key, order_id, name, description, email: prefill?.email, ...more }
      const given = Object.entries(wanted).filter(([, value]) => typeof value === 'string' && value !== '')
      return `${base}/v1/checkout/public?${new URLSearchParams(given)}`
    }

    #show() {
      const dialog = document.createElement('dialog')
      dialog.className = 'razorpay-sandbox'
      const frame = document.createElement('iframe')
      frame.title = 'Razorpay sandbox'
      frame.src = this.#address({ origin: location.origin })
      dialog.append(frame)
      dialog.setAttribute('aria-label', frame.title)
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        if (this.#options.modal?.escape !== false) this.#leave()
      })
      this.#hear = ({ source, origin, data }) => {
        if (source === frame.contentWindow && origin === new URL(base).origin) this.#heard(data)
      }
      addEventListener('message', this.#hear)
      document.body.append(dialog)
      this.#dialog = dialog
      dialog.showModal()
      frame.focus()
    }

    #heard({ about, answer }) {
      if (about === 'left') return this.#leave()
      if (about === 'failed') {
        for (const listener of this.#listeners.get('payment.failed') ?? []) listener(answer)
        return
      }
      if (about !== 'paid') return
      this.close()
      const { handler, callback_url } = this.#options
      if (callback_url) postTo(callback_url, answer)
      else handler?.(answer)
    }

    #leave() {
      this.close()
      this.#options.modal?.ondismiss?.()
    }
  }

  const postTo = (address, fields) => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = address
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('input')
      Object.assign(field, { type: 'hidden', name, value })
      form.append(field)
    }
    document.body.append(form)
    form.submit()
  }

  window.Razorpay = Razorpay
})()
