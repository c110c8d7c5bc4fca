// The pages work without any of this: it spares a reload, keeps what is typed, lets a signer draw or choose a picture, and hashes a file on the device.
for (const each of document.querySelectorAll('[data-script]')) each.hidden = false

// A second press does not send a form twice.
for (const each of document.querySelectorAll('form[method="post"]'))
  each.addEventListener('submit', (event) => {
    if (each.dataset.sent) event.preventDefault()
    each.dataset.sent = 'true'
    setTimeout(() => delete each.dataset.sent, 5000)
  })
// Who comes back by the browser's own button may send again.
addEventListener('pageshow', () => {
  for (const each of document.querySelectorAll('[data-sent]')) delete each.dataset.sent
})

// What is typed is kept in this tab until it is signed, and nowhere else. A browser may forbid even that.
const key = `foyer-sign ${location.pathname}`
const kept = () => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
const keep = (values) => {
  try {
    if (values) sessionStorage.setItem(key, JSON.stringify(values))
    else sessionStorage.removeItem(key)
  } catch {}
}
if (document.querySelector('[data-done]')) keep(null)

const form = document.querySelector('#sign')
if (form) {
  const inputs = () => [...form.elements].filter(({ name, type }) => name && name !== 'words' && type !== 'submit')
  const drawing = form.querySelector('#drawing')
  const isTicked = ({ type }) => type === 'checkbox' || type === 'radio'
  const idOf = (input) => (input.type === 'radio' ? `${input.name} ${input.value}` : input.name)
  // What is filled in so far is kept with the document too: it is there again after the page was closed, on any device.
  let waiting = null
  let sent = 0
  const send = () => {
    if (!waiting) return
    clearTimeout(waiting)
    waiting = null
    const body = new URLSearchParams(new FormData(form))
    const nth = ++sent
    // A browser lets 64 KB outlive their page, and sends no more.
    fetch(form.dataset.draft, { method: 'POST', body, keepalive: String(body).length < 60_000 })
      .then((answer) => (answer.ok && nth === sent ? answer.json() : null))
      .then((answer) => answer && tell(answer.faults))
      .catch(() => {})
  }
  // What the document could not show is said while it can still be typed in another way.
  const tell = (faults) => {
    for (const input of inputs()) {
      const id = `${input.id}-error`
      const fault = faults[input.name]
      const shown = document.getElementById(id)
      if (fault && !shown) {
        const said = document.createElement('p')
        said.id = id
        said.className = 'error'
        said.dataset.typed = ''
        said.setAttribute('role', 'alert')
        said.textContent = fault
        input.after(said)
        input.setAttribute('aria-invalid', 'true')
        input.setAttribute('aria-describedby', [input.getAttribute('aria-describedby'), id].filter(Boolean).join(' '))
      } else if (fault) shown.textContent = fault
      else if (shown && 'typed' in shown.dataset) {
        shown.remove()
        input.removeAttribute('aria-invalid')
        const others = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each !== id)
        if (others.join('') === '') input.removeAttribute('aria-describedby')
        else input.setAttribute('aria-describedby', others.join(' '))
      }
    }
  }
  addEventListener('pagehide', send)
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
  form.addEventListener('submit', () => {
    clearTimeout(waiting)
    waiting = null
  })
  const save = () => {
    clearTimeout(waiting)
    waiting = setTimeout(send, 1000)
    keepHere()
  }
  const keepHere = () =>
    keep(Object.fromEntries(inputs().map((input) => [idOf(input), isTicked(input) ? input.checked : input.value])))
  // What came back with a mistake is newer than what was kept.
  const before = form.querySelector('.mistakes') ? null : kept()
  if (before)
    for (const input of inputs()) {
      const value = before[idOf(input)]
      if (value === undefined) continue
      if (isTicked(input)) input.checked = value === true
      else input.value = String(value)
    }

  const bar = document.querySelector('#next')
  const filled = document.querySelector('#filled')
  const put = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all)
  const picture = form.querySelector('#png')
  const isHow = (how) => form.querySelector(`#${how}`)?.checked === true
  const isFilled = (field) => {
    if (field.dataset.field === 'signature')
      return !((isHow('drawn') && drawing.value === '') || (isHow('picture') && picture.value === ''))
    const input = field.querySelector('input:not([type="hidden"])')
    return isTicked(input) ? input.checked : input.value.trim() !== ''
  }
  const update = () => {
    const fields = [...form.querySelectorAll('[data-field]')]
    for (const field of fields) {
      const isDone = field.dataset.field === 'given' || isFilled(field)
      field.classList.remove('next')
      document.querySelector(`[data-of="${field.id.slice(3)}"]`)?.classList.toggle('done', isDone)
    }
    const needed = fields.filter(({ dataset }) => dataset.field === 'required' || dataset.field === 'signature')
    const next = needed.find((field) => !isFilled(field))
    const n = needed.filter(isFilled).length
    filled.textContent = put(form.dataset.filled, { n, count: needed.length })
    bar.textContent = next ? put(form.dataset.next, { label: next.dataset.label }) : form.dataset.all
    bar.href = next ? `#${next.id}` : '#at-sign'
    next?.classList.add('next')
    const written = form.querySelector('#written bdi')
    if (written) written.textContent = form.elements.namedItem('name').value
    const draw = form.querySelector('#draw')
    if (draw) {
      draw.hidden = !isHow('drawn')
      form.querySelector('#upload').hidden = !isHow('picture')
      written.parentElement.hidden = !isHow('typed')
    }
  }
  bar.addEventListener('click', (event) => {
    const place = document.querySelector(bar.getAttribute('href'))
    const input = place?.querySelector('input:checked, input:not([type="hidden"]), button')
    if (!input) return
    event.preventDefault()
    place.scrollIntoView({ block: 'center' })
    input.focus({ preventScroll: true })
  })
  form.addEventListener('input', () => {
    update()
    save()
  })

  const canvas = form.querySelector('#canvas')
  if (canvas) {
    // As many as `sign-with-link` takes, and no more points than a hand needs.
    const most = { strokes: 60, points: 1000, all: 6000 }
    const size = { width: 600, height: 200 }
    const pen = canvas.getContext('2d')
    let strokes = []
    let stroke = null
    canvas.width = size.width
    canvas.height = size.height
    const line = (points) => {
      pen.strokeStyle = getComputedStyle(canvas).color
      pen.lineWidth = 3
      pen.lineCap = pen.lineJoin = 'round'
      pen.beginPath()
      pen.moveTo(...points[0])
      for (const point of points.length > 1 ? points : [points[0], points[0]]) pen.lineTo(...point)
      pen.stroke()
    }
    const paint = () => {
      pen.clearRect(0, 0, size.width, size.height)
      for (const each of strokes) line(each)
    }
    const changed = () => {
      drawing.value = strokes.length > 0 ? JSON.stringify({ ...size, strokes }) : ''
      drawing.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const pointOf = ({ clientX, clientY }) => {
      const box = canvas.getBoundingClientRect()
      const within = (value, end) => Math.round(Math.min(Math.max(value, 0), end) * 10) / 10
      return [
        within(((clientX - box.left) / box.width) * size.width, size.width),
        within(((clientY - box.top) / box.height) * size.height, size.height),
      ]
    }
    canvas.addEventListener('pointerdown', (event) => {
      if (!event.isPrimary || event.button > 0 || strokes.length >= most.strokes) return
      event.preventDefault()
      canvas.setPointerCapture(event.pointerId)
      stroke = [pointOf(event)]
      strokes.push(stroke)
      paint()
    })
    canvas.addEventListener('pointermove', (event) => {
      if (!stroke || !event.isPrimary) return
      for (const each of event.getCoalescedEvents?.() ?? [event]) {
        const [x, y] = pointOf(each)
        const [lastX, lastY] = stroke.at(-1)
        const isFar = Math.hypot(x - lastX, y - lastY) >= 2
        const total = strokes.reduce((sum, { length }) => sum + length, 0)
        if (isFar && stroke.length < most.points && total < most.all) stroke.push([x, y])
      }
      paint()
    })
    for (const name of ['pointerup', 'pointercancel'])
      canvas.addEventListener(name, (event) => {
        if (!stroke || !event.isPrimary) return
        stroke = null
        changed()
      })
    form.querySelector('#clear').addEventListener('click', () => {
      strokes = []
      paint()
      changed()
    })
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
    try {
      strokes = JSON.parse(drawing.value || '{}').strokes ?? []
      paint()
    } catch {
      strokes = []
      drawing.value = ''
    }
  }

  if (picture) {
    // As `sign-with-link` takes it.
    const most = { fileBytes: 10_000_000, width: 600, height: 200, characters: 200_000 }
    const shown = form.querySelector('#shown')
    const fault = form.querySelector('#upload-error')
    const show = () => {
      shown.hidden = picture.value === ''
      if (shown.hidden) shown.removeAttribute('src')
      else shown.src = `data:image/png;base64,${picture.value}`
    }
    // Drawn anew, it holds pixels and nothing else: not the place where a photo was taken. What is too long gets fewer of them.
    const read = async (file) => {
      if (!['image/png', 'image/jpeg'].includes(file.type) || file.size > most.fileBytes) return ''
      const image = await createImageBitmap(file)
      const sheet = document.createElement('canvas')
      for (let scale = Math.min(1, most.width / image.width, most.height / image.height); scale > 0.01; scale *= 0.8) {
        sheet.width = Math.max(1, Math.round(image.width * scale))
        sheet.height = Math.max(1, Math.round(image.height * scale))
        const brush = sheet.getContext('2d')
        brush.imageSmoothingQuality = 'high'
        brush.drawImage(image, 0, 0, sheet.width, sheet.height)
        const [, base64 = ''] = sheet.toDataURL('image/png').split(',')
        if (base64.length <= most.characters) return base64
      }
      return ''
    }
    form.querySelector('#file').addEventListener('change', async ({ target }) => {
      const [file] = target.files
      if (!file) return
      const base64 = await read(file).catch(() => '')
      // Another may have been chosen meanwhile.
      if (target.files[0] !== file) return
      picture.value = base64
      fault.textContent = base64 === '' ? fault.dataset.says : ''
      show()
      picture.dispatchEvent(new Event('input', { bubbles: true }))
    })
    show()
  }
  update()
}

// The seal takes seconds mostly, and minutes where an authority is away: the page says so itself once it is there.
const sealing = document.querySelector('[data-sealing]')
if (sealing) {
  const mostLooks = 200
  let waitMs = 1500
  const look = async (n) => {
    if (document.visibilityState === 'visible') {
      const answer = await fetch(sealing.dataset.sealing).catch(() => null)
      const state = answer?.ok ? (await answer.json()).state : 'sealing'
      if (state !== 'sealing') return location.reload()
      waitMs = Math.min(waitMs * 1.3, 20_000)
    }
    if (n < mostLooks) setTimeout(look, waitMs, n + 1)
  }
  setTimeout(look, waitMs, 1)
}

// A file is hashed here, and its digest sent: the file stays where it is. Not where the page came without TLS: then there is no WebCrypto.
const check = document.querySelector('#check')
if (check) {
  const drop = check.querySelector('.drop')
  const said = check.querySelector('#said')
  const hash = async (file) => {
    if (!file) return
    said.textContent = check.dataset.reading
    try {
      const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      check.elements.namedItem('sha256').value = [...new Uint8Array(digest)]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
      check.requestSubmit()
    } catch {
      said.textContent = check.dataset.unreadable
    }
  }
  if (!globalThis.crypto?.subtle) drop.hidden = true
  check.querySelector('#pdf').addEventListener('change', ({ target }) => hash(target.files[0]))
  for (const name of ['dragenter', 'dragover'])
    drop.addEventListener(name, (event) => {
      event.preventDefault()
      drop.classList.add('over')
    })
  drop.addEventListener('dragleave', () => drop.classList.remove('over'))
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    drop.classList.remove('over')
    hash(event.dataTransfer.files[0])
  })
}

// A file that would be refused for its size is not sent first.
const look = document.querySelector('#look')
if (look) {
  const field = look.querySelector('#look-file')
  const isLarger = () => (field.files[0]?.size ?? 0) > Number(look.dataset.most)
  field.addEventListener('change', () => {
    look.querySelector('#look-error').textContent = isLarger() ? look.dataset.larger : ''
    if (isLarger()) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
  })
  look.addEventListener('submit', (event) => {
    if (!isLarger()) return
    event.preventDefault()
    delete look.dataset.sent
    field.focus()
  })
}
