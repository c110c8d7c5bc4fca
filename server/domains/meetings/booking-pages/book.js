// Proposes the visitor's own time zone, once: what the page shows is worked out by the server.
const form = document.querySelector('[data-zone]')
if (form) {
  const select = form.querySelector('select')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const address = new URL(location.href)
  if (own && !address.searchParams.has('zone') && select.value !== own) {
    address.searchParams.set('zone', own)
    location.replace(address)
  }
  select.addEventListener('change', () => form.requestSubmit())
}
// A second press does not send the form twice.
for (const each of document.querySelectorAll('form[method="post"]'))
  each.addEventListener('submit', (event) => {
    if (each.dataset.sent) event.preventDefault()
    each.dataset.sent = 'true'
    setTimeout(() => delete each.dataset.sent, 5000)
  })

// The start is held for five minutes from the first letter on, so that it is not lost meanwhile. Where it cannot be held, the form works as
// without a script. Not before one types: who only follows links holds nothing.
const details = location.pathname.startsWith('/book/') ? document.querySelector('form.details') : null
const start = details?.querySelector('button.main')?.value
let holding = null
const hold = async () => {
  const [, , orgId, eventType] = location.pathname.split('/').map(decodeURIComponent)
  try {
    const answer = await fetch('/gateway', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'hold-slot', orgId, eventType, start }),
      signal: AbortSignal.timeout(4000),
    })
    if (!answer.ok) return
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = 'hold'
    field.value = (await answer.json()).hold
    details.append(field)
  } catch {
    // The booking itself says what is wrong.
  }
}
if (start && !details.elements.namedItem('hold')) {
  const begin = () => {
    holding = hold().then(() => {
      holding = null
    })
  }
  details.addEventListener('input', begin, { once: true })
  // Sent before the hold is there, the form would find its own start taken.
  details.addEventListener('submit', (event) => {
    if (!holding || event.defaultPrevented) return
    event.preventDefault()
    holding.then(() => {
      delete details.dataset.sent
      details.requestSubmit(event.submitter ?? undefined)
    })
  })
}

// In a frame of a website: how high the page is, and whether a meeting was booked. It goes to that origin alone, and says nothing of who
// booked.
const website = document.documentElement.dataset.frame
if (website && parent !== window) {
  const booked = document.querySelector('[data-booked]') !== null
  const report = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
    parent.postMessage({ from: 'foyer-booking', height, booked }, website)
  }
  // Once by itself: a frame that is not seen yet is not rendered, and then nothing is observed.
  report()
  new ResizeObserver(report).observe(document.documentElement)
}
