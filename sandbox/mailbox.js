// The mailbox page: asks for the newest mails every two seconds and shows the one that the address names (#id).
const base = document.querySelector('main').dataset.base
const list = document.getElementById('mails')
const none = document.getElementById('none')
const pane = document.getElementById('mail')
const to = document.getElementById('to')
let mails = []
let listed = ''
let shown = null

const element = (name, attributes = {}, ...children) => {
  const made = Object.assign(document.createElement(name), attributes)
  made.append(...children)
  return made
}

const load = async () => {
  const response = await fetch(`${base}/mail?limit=100`)
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`)
  mails = await response.json()
  render()
}

const render = () => {
  const wanted = to.value.trim().toLowerCase()
  const visible = mails.filter((mail) => mail.to.includes(wanted))
  const chosen = location.hash.slice(1)
  const state = JSON.stringify([visible.map(({ id }) => id), chosen])
  if (state !== listed) {
    listed = state
    list.replaceChildren(...visible.map((mail) => entry(mail, mail.id === chosen)))
    none.hidden = visible.length > 0
  }
  const mail = mails.find(({ id }) => id === chosen)
  if ((mail?.id ?? null) === shown) return
  shown = mail?.id ?? null
  pane.replaceChildren(...(mail ? letter(mail) : [element('p', { className: 'quiet', textContent: 'Select an email.' })]))
}

const entry = (mail, isChosen) => {
  const link = element(
    'a',
    { href: `#${mail.id}` },
    element('strong', { textContent: mail.subject }),
    element('span', { textContent: `${mail.to} · ${new Date(mail.received_at).toLocaleString()}` }),
  )
  if (isChosen) link.setAttribute('aria-current', 'true')
  return element('li', {}, link)
}

const letter = (mail) => {
  const frame = element('iframe', { title: 'The email as HTML', src: `${base}/mail/${mail.id}/html` })
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  const facts = Object.entries({ From: mail.from, To: mail.to, Received: new Date(mail.received_at).toLocaleString() })
  return [
    element('h1', { textContent: mail.subject }),
    element(
      'dl',
      {},
      ...facts.flatMap(([name, value]) => [element('dt', { textContent: name }), element('dd', { textContent: value })]),
      element('dt', { textContent: 'Links' }),
      element(
        'dd',
        {},
        ...mail.links.map((href) =>
          element('div', {}, element('a', { href, textContent: href, target: '_blank', rel: 'noopener' })),
        ),
      ),
    ),
    ...(mail.attachments.length > 0
      ? [
          element(
            'ul',
            {},
            ...mail.attachments.map(({ name, bytes }, index) =>
              element(
                'li',
                {},
                element('a', { href: `${base}/mail/${mail.id}/attachments/${index}`, textContent: name, download: name }),
                ` · ${Math.ceil(bytes / 1024).toLocaleString()} KB`,
              ),
            ),
          ),
        ]
      : []),
    frame,
    element('details', {}, element('summary', { textContent: 'As text' }), element('pre', { textContent: mail.text })),
  ]
}

const keepLoading = async () => {
  try {
    await load()
  } catch {
    // Foyer is down for a moment; the next round asks again.
  }
  setTimeout(keepLoading, 2_000)
}

to.addEventListener('input', render)
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())
addEventListener('hashchange', render)
document.getElementById('empty').addEventListener('click', async () => {
  await fetch(`${base}/mail`, { method: 'DELETE' })
  await load()
})
keepLoading()
