// The phones' page: asks how things stand every second, and shows the chat of the phone that the address names (#id).
const main = document.querySelector('main')
const api = `${main.dataset.base}/api`
const at = (id) => document.getElementById(id)
let state = { businesses: [], phones: [], business: null, chat: null }
let business = ''
let replyTo = null
let shownPeople = ''
let shownChat = ''
/** The newest message is in sight, and stays there. */
let isFollowing = true

const element = (name, attributes = {}, ...children) => {
  const { label, ...rest } = attributes
  const made = Object.assign(document.createElement(name), rest)
  if (label) made.setAttribute('aria-label', label)
  made.append(...children)
  return made
}

const chosen = () => decodeURIComponent(location.hash.slice(1))
const query = (more = {}) =>
  new URLSearchParams({ ...(business && { business }), ...(chosen() && { phone: chosen() }), ...more })

const ask = async (path, body, more) => {
  const response = await fetch(`${api}${path}?${query(more)}`, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const said = await response.json().catch(() => ({}))
  const trouble = response.ok ? '' : (said.error?.message ?? said.message ?? `It answered ${response.status}.`)
  if (trouble) throw Object.assign(new Error(trouble.replace(/^\(#\d+\) /, '')), { isSaid: true })
  return said
}

/** Runs an action, reports errors, and shows the new state. */
const act = async (path, body) => {
  at('trouble').hidden = true
  try {
    await ask(path, body)
    await load()
    return true
  } catch (error) {
    at('trouble').textContent = error.message
    at('trouble').hidden = false
    return false
  }
}

const load = async () => {
  const isLooking = document.visibilityState === 'visible' && chosen() !== ''
  const next = await ask('/state', undefined, isLooking ? { look: '1' } : {})
  // Another phone was chosen meanwhile.
  if (next.chat && next.chat.phone !== chosen()) return
  state = next
  render()
}

const render = () => {
  const phone = state.phones.find(({ id }) => id === chosen())
  at('not-connected').hidden = state.businesses.length > 0
  at('which').hidden = state.businesses.length < 2
  renderBusinesses()
  renderPeople()
  main.classList.toggle('in-chat', phone !== undefined)
  at('chat').hidden = phone === undefined
  at('choose').hidden = phone !== undefined
  if (phone) renderChat(phone)
}

const renderBusinesses = () => {
  const options = state.businesses.map(({ id, name, number }) => ({ id, text: `${name} (+${number})` }))
  const select = at('business')
  if (select.dataset.shown !== JSON.stringify(options)) {
    select.dataset.shown = JSON.stringify(options)
    select.replaceChildren(...options.map(({ id, text }) => element('option', { value: id, textContent: text })))
  }
  select.value = state.business ?? ''
}

const titleOf = (phone) => (phone.hides_number ? `@${phone.username}` : `+${phone.number}`)

const renderPeople = () => {
  const now = JSON.stringify([state.phones, chosen()])
  if (now === shownPeople) return
  shownPeople = now
  const focused = document.activeElement?.closest('#people a')?.hash
  at('people').replaceChildren(...state.phones.map(entry))
  if (focused)
    at('people')
      .querySelector(`a[href="${CSS.escape(focused).replace('\\#', '#')}"]`)
      ?.focus()
}

const entry = (phone) => {
  const link = element(
    'a',
    { href: `#${encodeURIComponent(phone.id)}` },
    element('strong', { textContent: phone.name }),
    phone.unread > 0
      ? element('b', { className: 'unread', textContent: String(phone.unread), label: `${phone.unread} unread` })
      : '',
    element('span', {
      textContent: [phone.last?.text ?? titleOf(phone), !phone.is_online && 'no network', phone.is_blocking && 'blocks']
        .filter(Boolean)
        .join(' · '),
    }),
  )
  if (phone.unread > 0) link.querySelector('b').setAttribute('role', 'img')
  if (phone.id === chosen()) link.setAttribute('aria-current', 'true')
  return element('li', {}, link)
}

const renderChat = (phone) => {
  at('name').textContent = phone.name
  at('about').textContent = [
    phone.hides_number ? `@${phone.username}, number hidden` : `+${phone.number}`,
    phone.is_online ? null : 'no network',
    phone.is_blocking ? 'blocks the business' : null,
  ]
    .filter(Boolean)
    .join(' · ')
  at('is-online').checked = phone.is_online
  at('is-blocking').checked = phone.is_blocking
  at('hides-number').checked = phone.hides_number
  const { chat } = state
  at('window').textContent =
    chat === null
      ? 'There are no phones yet.'
      : chat.window_open
        ? 'The business can send free text: the last message here is less than 24 hours old.'
        : 'The business can only send a template: there was no message here in the last 24 hours.'
  const now = JSON.stringify(chat)
  if (now === shownChat) return
  shownChat = now
  const log = at('messages')
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40
  const messages = chat?.messages ?? []
  // Unchanged elements stay, so that focus on a button is kept.
  const before = new Map([...log.children].map((each) => [each.dataset.id, each]))
  const next = messages.map((message) => {
    const found = before.get(message.id)
    if (found?.dataset.shown === JSON.stringify(message)) return found
    const made = bubble(message)
    made.dataset.id = message.id
    made.dataset.shown = JSON.stringify(message)
    return made
  })
  for (const each of [...log.children]) if (!next.includes(each)) each.remove()
  next.forEach((each, index) => {
    if (log.children[index] !== each) log.insertBefore(each, log.children[index] ?? null)
  })
  isFollowing = isAtEnd || before.size === 0
  toEnd()
}

/** A picture makes the chat longer when it is there. */
const toEnd = () => {
  if (isFollowing) at('messages').scrollTop = at('messages').scrollHeight
}

const ticks = {
  accepted: ['🕓', 'on its way'],
  sent: ['✓', 'sent'],
  delivered: ['✓✓', 'delivered'],
  read: ['✓✓', 'read'],
  failed: ['!', 'not delivered'],
}
const ownTicks = {
  held: ['🕓', 'waits for a network'],
  untold: ['✓', 'sent, but no webhook is registered'],
  waiting: ['✓', 'sent'],
  delivered: ['✓✓', 'taken by the business'],
  failed: ['!', 'failed'],
  dropped: ['!', 'lost by the fault dial'],
}
const fastReactions = ['👍', '❤️', '😂']

const bubble = (message) => {
  const isOwn = message.from === 'customer'
  const [sign, words] = (isOwn ? ownTicks : ticks)[message.status] ?? ['', '']
  const time = new Date(message.at * 1_000)
  const reactions = [message.reactions.customer, message.reactions.business].filter(Boolean)
  return element(
    'article',
    { className: `bubble ${isOwn ? 'own' : 'theirs'} ${message.type}`, label: isOwn ? 'From this phone' : 'From the business' },
    message.reply_to ? element('p', { className: 'answered', textContent: message.reply_to.text }) : '',
    ...inside(message),
    ...message.buttons.map((text) => {
      const answer = element('button', { type: 'button', textContent: text })
      answer.addEventListener('click', () => act('/messages', { kind: 'button', text, replyTo: message.id }))
      return answer
    }),
    element(
      'p',
      { className: 'below' },
      element('time', {
        dateTime: time.toISOString(),
        title: time.toLocaleString(),
        textContent: time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }),
      }),
      ' ',
      element('span', { className: `tick ${message.status}`, textContent: sign, title: words }),
      element('span', { className: 'hidden', textContent: words }),
      message.trouble ? ` ${message.trouble}` : '',
    ),
    reactions.length > 0 ? element('p', { className: 'reactions', textContent: reactions.join(' ') }) : '',
    isOwn ? '' : tools(message),
  )
}

const inside = (message) => {
  if (message.type === 'template') return message.text.split('\n').map((line) => element('p', { textContent: line }))
  if (message.file?.type.startsWith('image/'))
    return [
      element('img', { src: `${api}/files/${message.file.id}`, alt: message.text || 'A picture', onload: toEnd }),
      message.text ? element('p', { textContent: message.text }) : '',
    ]
  const signs = { location: '📍', contacts: '👤', document: '📄', audio: '🎤', video: '🎬', system: 'ⓘ', unsupported: '❓' }
  const sign = signs[message.type]
  const text = message.text || message.file?.name || message.type
  return [element('p', { textContent: sign ? `${sign} ${text}` : text })]
}

const tools = (message) => {
  const reply = element('button', { type: 'button', textContent: 'Reply' })
  reply.addEventListener('click', () => {
    replyTo = message.id
    at('replied').textContent = `Reply to: ${message.text.slice(0, 60)}`
    at('replying').hidden = false
    at('text').focus()
  })
  const reactions = fastReactions.map((emoji) => {
    const isGiven = message.reactions.customer === emoji
    const give = element('button', { type: 'button', textContent: emoji, label: `React with ${emoji}` })
    give.setAttribute('aria-pressed', String(isGiven))
    give.addEventListener('click', () => act('/messages', { kind: 'reaction', about: message.id, emoji: isGiven ? '' : emoji }))
    return give
  })
  return element('p', { className: 'tools' }, reply, ...reactions)
}

at('write').addEventListener('submit', async (event) => {
  event.preventDefault()
  const [kind, text] = [at('kind').value, at('text').value.trim()]
  if (kind === 'text' && text === '') return at('text').focus()
  const isSent = await act('/messages', {
    kind,
    text,
    replyTo,
    ageSeconds: Number(at('age').value),
    ...(kind === 'document' && { name: 'drawing.png' }),
  })
  if (!isSent) return
  at('write').reset()
  noReply()
  isFollowing = true
  toEnd()
  at('text').focus()
})
at('text').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  at('write').requestSubmit()
})
const noReply = () => {
  replyTo = null
  at('replying').hidden = true
}
at('no-reply').addEventListener('click', noReply)

const change = (body) => act(`/phones/${encodeURIComponent(chosen())}`, body)
at('is-online').addEventListener('change', (event) => change({ isOnline: event.target.checked }))
at('is-blocking').addEventListener('change', (event) => change({ isBlocking: event.target.checked }))
at('hides-number').addEventListener('change', (event) => change({ hidesNumber: event.target.checked }))
at('change-number').addEventListener('submit', async (event) => {
  event.preventDefault()
  if (await change({ number: at('number').value })) event.target.reset()
})
at('a-day').addEventListener('click', () => act('/advance', { seconds: 86_400 }))
at('batch').addEventListener('click', () => act('/batch', {}))
at('burst').addEventListener('submit', (event) => {
  event.preventDefault()
  act('/burst', { count: Number(at('burst-count').value) })
})
at('new-phone').addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = new FormData(event.target)
  const number = form.get('number').trim()
  const isAdded = await act('/phones', {
    name: form.get('name'),
    username: form.get('username') || null,
    hidesNumber: form.get('hidesNumber') !== null,
    ...(number && { number }),
  })
  if (isAdded) event.target.reset()
})
at('business').addEventListener('change', (event) => {
  business = event.target.value
  refresh()
})

const refresh = () => load().catch(() => {})
addEventListener('hashchange', () => {
  noReply()
  at('trouble').hidden = true
  at('messages').replaceChildren()
  shownChat = ''
  render()
  refresh()
  // On a small screen the list is hidden: keyboard focus moves to the chat.
  if (chosen()) at('text').focus()
})
addEventListener('visibilitychange', refresh)

const keepLoading = async () => {
  // Foyer may be down for a moment; the next round asks again.
  await refresh()
  setTimeout(keepLoading, 1_000)
}
keepLoading()
