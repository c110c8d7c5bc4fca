// Drags an event to another day: its form is sent with that day.
let dragged = null
for (const item of document.querySelectorAll('li[draggable]')) {
  item.addEventListener('dragstart', (event) => {
    dragged = item
    event.dataTransfer.setData('text/plain', item.textContent)
  })
  item.addEventListener('dragend', () => {
    dragged = null
  })
}
for (const day of document.querySelectorAll('[data-day]')) {
  day.addEventListener('dragover', (event) => {
    if (dragged && !day.contains(dragged)) event.preventDefault()
  })
  day.addEventListener('drop', (event) => {
    if (!dragged) return
    event.preventDefault()
    const form = dragged.querySelector('form')
    form.elements.day.value = day.dataset.day
    form.requestSubmit()
  })
}
