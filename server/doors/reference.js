// Finding an action by the beginning of any of its words; "/" goes to the field.
const find = document.getElementById('find')
const items = [...document.querySelectorAll('#actions li')]
const none = document.getElementById('none')

find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const item of items) {
    item.hidden = !words.every((word) => item.dataset.words.includes(word))
    if (!item.hidden) shown++
  }
  none.hidden = shown > 0
})

find.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  const first = items.find((item) => !item.hidden)
  if (first) location.hash = first.querySelector('a').hash
})

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === find) return
  event.preventDefault()
  find.focus()
})
