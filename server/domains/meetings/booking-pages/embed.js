// Shows a booking page in a website: <script src="https://HOST/book.js" data-page="/book/acme/meeting" async></script>.
// A link stands in its place until the page has shown itself, and stays where it cannot: without a script, behind a policy of the
// website, or where the workspace does not list the website.
;(() => {
  const tag = document.currentScript
  if (!tag?.dataset.page) return
  const host = new URL(tag.src).origin
  const page = new URL(tag.dataset.page, host)
  if (page.origin !== host || !page.pathname.startsWith('/book/')) return
  const before = tag.previousElementSibling
  let link = before instanceof HTMLAnchorElement && before.href.split('?')[0] === page.href.split('?')[0] ? before : null
  if (!link) {
    link = document.createElement('a')
    link.href = page.href
    link.textContent = 'Book a meeting'
    tag.before(link)
  }
  page.searchParams.set('frame', location.origin)
  if (tag.dataset.theme) page.searchParams.set('theme', tag.dataset.theme)
  const frame = document.createElement('iframe')
  frame.src = page.href
  frame.title = link.textContent
  frame.style.cssText = 'display:block;width:100%;height:0;border:0;visibility:hidden;color-scheme:normal'
  let isBooked = false
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== host || source !== frame.contentWindow || data?.from !== 'foyer-booking') return
    const height = Number(data.height)
    if (!(height > 0 && height < 20000)) return
    const shrank = height < frame.offsetHeight
    frame.style.height = `${height}px`
    frame.style.visibility = 'visible'
    link.hidden = true
    // A shorter page than the one before would leave its reader below its end.
    if (shrank && frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' })
    if (data.booked === true && !isBooked) frame.dispatchEvent(new CustomEvent('foyer:booked', { bubbles: true }))
    isBooked = data.booked === true
  })
  link.after(frame)
})()
