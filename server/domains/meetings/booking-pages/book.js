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
// without a script. Not before one types: who only follows links holds nothing. Who goes elsewhere gives it back, so that they find their own
// start free again.
const details = location.pathname.startsWith('/book/') ? document.querySelector('form.details') : null
const [, , orgId, eventType] = location.pathname.split('/').map(decodeURIComponent)
const start = details?.querySelector('button.main')?.value
let holding = null
let isTried = false
const ask = async (type, body) => {
  try {
    const answer = await fetch('/gateway', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type, orgId, ...body }),
      keepalive: true,
      signal: AbortSignal.timeout(4000),
    })
    return answer.ok ? await answer.json() : null
  } catch {
    // The booking itself says what is wrong.
    return null
  }
}
// What the page before left behind, for who goes back by the browser: a frame may have no storage, and then only the farewell releases.
const keep = (hold) => {
  try {
    if (hold) sessionStorage.setItem('foyer-hold', hold)
    else sessionStorage.removeItem('foyer-hold')
  } catch {}
}
const kept = () => {
  try {
    return sessionStorage.getItem('foyer-hold')
  } catch {
    return null
  }
}
const release = async () => {
  const field = details.elements.namedItem('hold')
  if (!field) return
  field.remove()
  isTried = false
  await ask('release-hold', { hold: field.value })
}
const begin = () => {
  if (isTried || details.elements.namedItem('hold')) return
  isTried = true
  holding = ask('hold-slot', { eventType, start, timezone: details.elements.namedItem('zone').value }).then((answer) => {
    holding = null
    if (!answer) return
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = 'hold'
    field.value = answer.hold
    details.append(field)
    keep(answer.hold)
  })
}
if (start) {
  keep(details.elements.namedItem('hold')?.value)
  details.addEventListener('input', begin)
  // Sent before the hold is there, the form would find its own start taken.
  details.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    if (!holding) return keep(null)
    event.preventDefault()
    holding.then(() => {
      delete details.dataset.sent
      details.requestSubmit(event.submitter ?? undefined)
    })
  })
  document.querySelector('[data-back]')?.addEventListener('click', async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    await holding
    await release()
    keep(null)
    location.assign(event.target.href)
  })
  addEventListener('pagehide', () => {
    if (!details.dataset.sent) release()
  })
} else if (location.pathname.startsWith('/book/')) {
  addEventListener('pageshow', async () => {
    const hold = kept()
    if (!hold) return
    keep(null)
    if (await ask('release-hold', { hold })) location.reload()
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
