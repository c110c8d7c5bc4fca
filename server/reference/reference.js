// The search of the reference: everything is fetched once, at the first key, and looked through here. "/" goes to the field.
const find = document.getElementById('find')
const found = document.getElementById('found')
const said = document.getElementById('said')
const most = 12

let entries
let chosen = -1

/** Best first: the name itself, then beginnings of names, then names, titles, and last what else a page speaks of. */
const rank = (entry, words) => {
  const name = entry.name.toLowerCase()
  const title = entry.title.toLowerCase()
  let worst = 0
  for (const word of words) {
    const place =
      name === word
        ? 0
        : name.startsWith(word)
          ? 1
          : name.includes(word)
            ? 2
            : title.includes(word)
              ? 3
              : entry.words.includes(word)
                ? 4
                : 9
    worst = Math.max(worst, place)
  }
  return worst
}

const look = async () => {
  entries ??= fetch('/docs/search.json').then((answer) => answer.json())
  const all = await entries
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
  const hits =
    words.length === 0
      ? []
      : all
          .map((entry) => ({ entry, place: rank(entry, words) }))
          .filter(({ place }) => place < 9)
          .sort((a, b) => a.place + a.entry.order - (b.place + b.entry.order) || a.entry.name.length - b.entry.name.length)
          .slice(0, most)
  found.replaceChildren(
    ...hits.map(({ entry }, n) => {
      const item = document.createElement('li')
      item.id = `found-${n}`
      item.setAttribute('role', 'option')
      item.setAttribute('aria-selected', 'false')
      item.dataset.href = entry.href
      const name = document.createElement('code')
      name.textContent = entry.name
      const title = document.createElement('span')
      title.textContent = entry.title
      item.append(name, title)
      item.addEventListener('mousedown', (event) => {
        event.preventDefault()
        go(item)
      })
      return item
    }),
  )
  choose(hits.length > 0 ? 0 : -1)
  found.hidden = hits.length === 0
  find.setAttribute('aria-expanded', String(hits.length > 0))
  said.textContent = words.length > 0 && hits.length === 0 ? 'Nothing has these words.' : ''
}

const choose = (n) => {
  chosen = n
  ;[...found.children].forEach((item, at) => {
    item.setAttribute('aria-selected', String(at === n))
    if (at === n) item.scrollIntoView({ block: 'nearest' })
  })
  if (n >= 0) find.setAttribute('aria-activedescendant', `found-${n}`)
  else find.removeAttribute('aria-activedescendant')
}

const close = () => {
  found.hidden = true
  find.setAttribute('aria-expanded', 'false')
  choose(-1)
  said.textContent = ''
}

const go = (item) => {
  close()
  find.blur()
  location.assign(item.dataset.href)
}

find.addEventListener('input', () => void look())
find.addEventListener('focus', () => void (find.value && look()))
find.addEventListener('blur', close)
find.addEventListener('keydown', async (event) => {
  const count = found.children.length
  if (event.key === 'Escape') {
    if (found.hidden) find.blur()
    else close()
  } else if (event.key === 'ArrowDown' && count > 0) choose((chosen + 1) % count)
  else if (event.key === 'ArrowUp' && count > 0) choose((chosen + count - 1) % count)
  else if (event.key === 'Enter') {
    await look()
    const item = found.children[Math.max(chosen, 0)]
    if (item) go(item)
  } else return
  event.preventDefault()
})

document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLInputElement || event.metaKey || event.ctrlKey || event.altKey
  if (event.key !== '/' || typing) return
  event.preventDefault()
  find.focus()
  find.select()
})

// On a narrow page the list of pages opens on demand; without this script it simply stands there.
const menu = document.getElementById('menu')
menu.hidden = false
document.body.classList.add('scripted')
menu.addEventListener('click', () => {
  const open = document.body.classList.toggle('open')
  menu.setAttribute('aria-expanded', String(open))
})

const pages = document.getElementById('pages')
const here = pages.querySelector('[aria-current]')
if (here) pages.scrollTop = here.offsetTop - pages.clientHeight / 2

for (const button of document.querySelectorAll('.copy')) {
  if (!navigator.clipboard) break
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('pre').innerText)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1_500)
  })
}

// One language for all examples, on the next page as well.
const languages = [...document.querySelectorAll('.tabs input')]
const speak = (language) => {
  for (const input of languages) if (input.value === language) input.checked = true
}
try {
  speak(localStorage.getItem('foyer-docs-language'))
} catch {
  // A browser without storage: each page begins with the first.
}
for (const input of languages)
  input.addEventListener('change', () => {
    speak(input.value)
    try {
      localStorage.setItem('foyer-docs-language', input.value)
    } catch {}
  })
