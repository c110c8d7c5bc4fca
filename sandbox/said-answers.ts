import { type Html, html } from './html.ts'
import type { SimulatorContext } from './simulators.ts'

/** What Foyer answered to a message, by its id, for the page that sent it. */
export const answersOf = ({ webhooks }: Pick<SimulatorContext, 'webhooks'>): ((messageId: string) => Html) => {
  const tries = new Map(webhooks.list().map((each) => [each.messageId, each.tries]))
  return (messageId) => {
    const answer = tries.get(messageId)?.at(-1)
    const said = answer ? html`Answered ${answer.status ?? 'nothing'}: ${answer.said.slice(0, 120)}` : 'Not answered yet'
    return html`<p class="quiet">${said}</p>`
  }
}
