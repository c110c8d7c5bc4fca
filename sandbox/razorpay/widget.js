// The widget's own page: in a frame it tells checkout.js what happened, alone it leads to the callback address.
const { api, key, order, origin, callback, email, description } = document.querySelector('main').dataset
const form = document.querySelector('form')
const isFramed = origin !== '' && parent !== window

const tell = (about, answer) => parent.postMessage({ about, answer }, origin)

const leadOn = (fields) => {
  const onward = document.createElement('form')
  onward.method = 'post'
  onward.action = callback
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    onward.append(field)
  }
  document.body.append(onward)
  onward.submit()
}

const say = (text) => {
  document.querySelector('#said').textContent = text
}

form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = document.querySelector('#pay')
  button.disabled = true
  say('')
  try {
    const response = await fetch(`${api}/v1/checkout/public/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key_id: key, order_id: order, email, description, ...Object.fromEntries(new FormData(form)) }),
    })
    const answer = await response.json()
    if (answer.error) failed(answer)
    else paid(answer)
  } catch {
    say('The sandbox does not respond.')
  }
  button.disabled = false
})

const paid = (answer) => {
  if (isFramed) tell('paid', answer)
  else if (callback !== '') leadOn(answer)
  else say('Paid. You can close this page.')
}

const failed = ({ error }) => {
  say(error.description)
  if (isFramed) return tell('failed', { error })
  if (callback === '' || !error.metadata?.payment_id) return
  const { metadata, ...rest } = error
  const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [`error[${name}]`, value]))
  leadOn({ ...fields, 'error[metadata]': JSON.stringify(metadata) })
}

document.querySelector('#leave').addEventListener('click', () => {
  if (isFramed) tell('left', {})
  else history.back()
})
