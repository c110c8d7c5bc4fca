import { html } from '#core/http/markup.ts'
import { isolated, putIsolated, sayMoment, shell } from '#domains/business/sign-pages/page-markup.ts'
import { fieldMarkup } from './field-markup.ts'
import type { LinkedStep } from './linked-steps.ts'
import { type StepStrings, stepStrings } from './step-strings.ts'
import { inputOf, type Typed } from './typed-answers.ts'

/** What is wrong with an answer: with one field, or with none in particular. */
export interface StepTrouble {
  readonly field: string | null
  readonly text: string
}

interface StepView {
  readonly token: string
  readonly locale: string
  readonly typed: Typed
  readonly trouble: StepTrouble | null
}

const own = { styles: ['/step/assets/step.css'], scripts: [] }

/** The page of a step, in each of its states. It works without a script. */
export const stepPage = (step: LinkedStep, view: StepView): string => {
  const { locale, token } = view
  const strings = stepStrings(locale)
  const address = `/step/${encodeURIComponent(token)}`
  const body = `<main class="small step"><p class="from">${isolated(step.organization)}</p>
<h1>${isolated(step.heading)}</h1>
${step.text.trim() === '' ? '' : `<p class="words" dir="auto">${html(step.text)}</p>`}
${step.state === 'open' ? formOf(step, view, address, strings) : endOf(step, locale, strings)}
</main>`
  return shell({ locale, title: `${step.heading} · ${step.organization}`, self: address, brand: step.brand, own }, body)
}

const formOf = (step: LinkedStep, view: StepView, address: string, strings: StepStrings): string => {
  const { locale, trouble, typed } = view
  const wrong = step.form.find(({ name }) => name === trouble?.field)
  const mistakes =
    trouble === null
      ? ''
      : `<div class="mistakes" role="alert"><p>${html(strings.mistakes)} ${
          wrong ? `<a href="#${html(inputOf(wrong))}">${isolated(wrong.label)}: ${html(trouble.text)}</a>` : html(trouble.text)
        }</p></div>`
  const buttons = step.choices.map(
    ({ id, label }, at) =>
      `<button name="choice" value="${html(id)}"${at === 0 ? ' class="main"' : ''} dir="auto">${html(label)}</button>`,
  )
  const until = step.due_at ? `<p class="quiet">${putIsolated(strings.until, { at: sayMoment(step.due_at, locale) })}</p>` : ''
  return `${step.text.trim() === '' ? `<p>${putIsolated(strings.asks, { sender: step.organization })}</p>` : ''}${until}
<form id="answer" method="post" action="${html(`${address}?lang=${encodeURIComponent(locale)}`)}#answer" novalidate>
${mistakes}
${step.form.map((field) => fieldMarkup(field, typed, wrong === field ? (trouble?.text ?? null) : null, strings)).join('\n')}
<p class="buttons">${buttons.join('\n')}</p>
</form>`
}

const endOf = (step: LinkedStep, locale: string, strings: StepStrings): string => {
  const values = { sender: step.organization, at: step.settled_at ? sayMoment(step.settled_at, locale) : '' }
  const box = (tone: string, title: string | null, ...lines: string[]): string =>
    `<div class="state ${tone}">${title === null ? '' : `<h2>${html(title)}</h2>`}${lines.map((line) => `<p>${line}</p>`).join('')}</div>`
  if (step.answered_by === 'client')
    return box(
      'good',
      strings.answeredTitle,
      putIsolated(strings.answeredSays, values),
      ...(step.chosen === null ? [] : [putIsolated(strings.chosen, { choice: step.chosen })]),
    )
  if (step.answered_by === 'organization') return box('good', null, putIsolated(strings.answeredElsewhere, values))
  return box(
    'wait',
    strings.endedTitle,
    putIsolated(step.state === 'timed_out' ? strings.endedSays : strings.closedSays, values),
  )
}

/** The page of a link that leads nowhere, or cannot be followed now. */
export const noStep = (status: number, locale: string): string => {
  const strings = stepStrings(locale)
  const [title, says] =
    status === 404
      ? [strings.unknownTitle, strings.unknownSays]
      : [strings.notNowTitle, status === 429 ? strings.tooMany : strings.failed]
  return shell(
    { locale, title, self: null, own },
    `<main class="small step"><h1>${html(title)}</h1><p>${html(says)}</p></main>`,
  )
}
