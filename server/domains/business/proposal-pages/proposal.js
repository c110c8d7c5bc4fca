/* What is ticked, counted at once: each line and its tax is rounded by the server, and a sum is a sum of rounded parts. */
const form = document.querySelector('#accept')
if (form) {
  const { currency, locale, digits } = form.dataset
  const exponent = Number(digits)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  // As text, digit by digit: an amount is never a fraction.
  const money = (minor) => {
    const text = String(minor).padStart(exponent + 1, '0')
    return format.format(exponent === 0 ? text : `${text.slice(0, -exponent)}.${text.slice(-exponent)}`)
  }
  const options = [...form.querySelectorAll('input[data-amount]')]
  const update = () => {
    const ticked = options.filter(({ checked }) => checked)
    const sum = (name) => ticked.reduce((all, { dataset }) => all + BigInt(dataset[name]), BigInt(form.dataset[name]))
    const [amount, tax] = [sum('amount'), sum('tax')]
    const values = { subtotal: amount, tax, total: amount + tax }
    for (const [name, value] of Object.entries(values))
      for (const place of form.querySelectorAll(`[data-sum="${name}"]`)) place.textContent = money(value)
  }
  form.querySelector('#recount')?.remove()
  form.addEventListener('change', update)
  update()
  // A second press while the first is on its way says the same: the server counts it once.
  form.addEventListener('submit', () => form.setAttribute('aria-busy', 'true'))
}
