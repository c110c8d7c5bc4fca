// A week by hours, where there is a script: an event is dragged to another day or time, or moved by the arrow keys. Then a form is sent.
const stepMinutes = 15
const dayMinutes = 1_440
/** Half an hour is as high as a finger wants it. */
const hourPx = 48
const firstShownHour = 7
const rowPx = 24
/** A pointer that moves less has only pressed. */
const dragPx = 4

const week = document.querySelector('.week')
const area = week.querySelector('.days')
const form = week.querySelector('form')
const spoken = week.querySelector('[role="status"]')
const days = [...area.querySelectorAll('[data-day]')].map(({ dataset }) => dataset.day)
const clockOf = (minute) => [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
const within = (least, value, most) => Math.min(most, Math.max(least, value))

const events = [...document.querySelectorAll('li[data-event]')].map((item) => {
  const { event: id, day, from, minutes } = item.dataset
  const block = document.createElement('button')
  block.type = 'button'
  block.className = 'block'
  block.setAttribute('aria-describedby', 'how')
  const isDay = from === undefined
  const start = { day: days.indexOf(day), minute: isDay ? 0 : Number(from) }
  return { id, title: item.querySelector('strong').textContent, isDay, minutes: Number(minutes), block, start, at: start }
})

const shownMinutes = ({ minutes }, minute) => Math.max(2 * stepMinutes, Math.min(minutes, dayMinutes - minute))
const endOf = (event) => (event.isDay ? Infinity : event.start.minute + shownMinutes(event, event.start.minute))

// What is at the same time stands beside each other; what is all day, in rows above the hours. Of three, of which the second overlaps both
// others, the third takes the place of the first: all that hang together have as many places, and none covers another.
const shared = new Map()
const placeBeside = (together) => {
  const ends = []
  const lanes = together.map((event) => {
    const free = ends.findIndex((end) => end <= event.start.minute)
    const lane = free === -1 ? ends.length : free
    ends[lane] = endOf(event)
    return lane
  })
  for (const [n, event] of together.entries()) shared.set(event, { lane: lanes[n], lanes: ends.length })
}
for (const day of new Set(events.map(({ start }) => start.day))) {
  const ofDay = events.filter(({ start }) => start.day === day)
  placeBeside(ofDay.filter(({ isDay }) => isDay))
  let together = []
  for (const event of ofDay.filter(({ isDay }) => !isDay).sort((one, other) => one.start.minute - other.start.minute)) {
    if (together.length > 0 && Math.max(...together.map(endOf)) <= event.start.minute) {
      placeBeside(together)
      together = []
    }
    together.push(event)
  }
  placeBeside(together)
}
const rows = Math.max(0, ...events.filter(({ isDay }) => isDay).map((event) => shared.get(event).lanes))
const hoursTop = rowPx * rows

const show = ({ block, title, isDay, minutes, at }, { lane, lanes }) => {
  block.textContent = isDay ? title : `${clockOf(at.minute)} ${title}`
  const width = 100 / days.length
  block.style.left = `${width * at.day + (isDay ? 0 : (width * lane) / lanes)}%`
  block.style.width = `${isDay ? width : width / lanes}%`
  block.style.top = `${isDay ? rowPx * lane : hoursTop + (at.minute / 60) * hourPx}px`
  block.style.height = `${isDay ? rowPx - 2 : (shownMinutes({ minutes }, at.minute) / 60) * hourPx}px`
}
const move = (event, at) => {
  event.at = at
  const isMoved = at.day !== event.start.day || at.minute !== event.start.minute
  event.block.toggleAttribute('data-moving', isMoved)
  show(event, shared.get(event))
  spoken.textContent = isMoved ? `${event.title}: ${days[at.day]}${event.isDay ? '' : `, ${clockOf(at.minute)}`}` : ''
}
const drop = (event) => {
  if (!event.block.hasAttribute('data-moving')) return
  form.elements.eventId.value = event.id
  form.elements.day.value = days[event.at.day]
  form.elements.from.value = event.isDay ? '' : clockOf(event.at.minute)
  form.requestSubmit()
}
const stay = (event) => move(event, event.start)

const pointed = (event) => {
  let held = null
  const { block } = event
  block.addEventListener('pointerdown', ({ button, pointerId, clientX, clientY }) => {
    if (button !== 0) return
    block.setPointerCapture(pointerId)
    held = { x: clientX, y: clientY, grabPx: clientY - block.getBoundingClientRect().top, isDragged: false }
  })
  block.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!held || (!held.isDragged && Math.hypot(clientX - held.x, clientY - held.y) < dragPx)) return
    held.isDragged = true
    const box = area.getBoundingClientRect()
    const day = within(0, Math.floor(((clientX - box.left) / box.width) * days.length), days.length - 1)
    const minute = ((clientY - held.grabPx - box.top - hoursTop) / hourPx) * 60
    const snapped = within(0, Math.round(minute / stepMinutes) * stepMinutes, dayMinutes - stepMinutes)
    move(event, { day, minute: event.isDay ? 0 : snapped })
  })
  block.addEventListener('pointerup', () => {
    if (held?.isDragged) drop(event)
    held = null
  })
  block.addEventListener('pointercancel', () => {
    held = null
    stay(event)
  })
}

const typed = (event) => {
  const { block } = event
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -stepMinutes], ArrowDown: [0, stepMinutes] }
  block.addEventListener('keydown', (pressed) => {
    const { key } = pressed
    if (key === 'Enter') drop(event)
    else if (key === 'Escape') stay(event)
    else if (steps[key]) {
      const [byDays, byMinutes] = steps[key]
      const minute = event.isDay ? 0 : within(0, event.at.minute + byMinutes, dayMinutes - stepMinutes)
      move(event, { day: within(0, event.at.day + byDays, days.length - 1), minute })
    } else return
    pressed.preventDefault()
  })
  block.addEventListener('blur', () => stay(event))
}

area.style.height = `${hoursTop + 24 * hourPx}px`
area.parentElement.style.setProperty('--top', `${hoursTop}px`)
const timed = events.filter(({ isDay }) => !isDay).map((event) => shared.get(event).lanes)
area.parentElement.style.setProperty('--lanes', String(Math.max(1, ...timed)))
for (const event of events) {
  pointed(event)
  typed(event)
  show(event, shared.get(event))
  area.append(event.block)
}
week.hidden = false
week.querySelector('.scroll').scrollTop = hoursTop + firstShownHour * hourPx
