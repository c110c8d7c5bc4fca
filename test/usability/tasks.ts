import { newId } from '#core/ids.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { dueInvoice, paidInvoice, standingDeal, writesIn } from '#test/support/todays-work.ts'
import { until } from '#test/support/until.ts'
import type { Hand } from './hand.ts'

/** What a workspace has on a usual morning. */
export interface Ground {
  readonly owner: Someone
  readonly colleague: string
}

interface Task {
  /** After "a member". */
  readonly does: string
  perform(hand: Hand, ground: Ground): Promise<void>
}

export const preparedGround = async (app: TestApp): Promise<Ground> => {
  const owner = await app.given.organization('Rao Studio', { defaultCountry: 'IN' })
  const { orgId, personId } = owner
  const colleague = await app.given.person(orgId, 'member')
  const key = await app.given.key(orgId)
  await writesIn(app, orgId, 'Marcus Whitfield', { minutes: 68, text: 'Is Saturday still possible for the site visit?' })
  await writesIn(app, orgId, 'Nadia El Amrani', { minutes: 54, text: 'We open in March and need drawings.' })
  await writesIn(app, orgId, 'Sheena Nelson', { minutes: 9, text: 'Perfect, the oak one please.' })
  for (let n = 1; n <= 8; n++)
    await app.post({ name: `Visitor ${n}`, email: `visitor${n}@example.com`, source: 'trade-fair' }, key.text)
  await app.post(
    { name: 'Lindiwe Dlamini', email: 'lindiwe@example.com', source: 'website', note: 'We want to renovate a small bathroom.' },
    key.text,
  )
  await app.post({ name: 'Maya Rao', phone: '+91 97116 99983', email: 'maya@example.com', source: 'website' }, key.text)
  await standingDeal(app, orgId, 'Harbourlight Trust, east wing', { days: 21, hasStep: false, ownerId: personId })
  await dueInvoice(app, orgId, -9, 432_000, 'GBP')
  await dueInvoice(app, orgId, 2, 216_000)
  await paidInvoice(app, orgId, { at: new Date(), amountMinor: 384_000 })
  const found = async (words: string): Promise<boolean> =>
    JSON.stringify((await app.call('search-records', { search: words }, owner)).body).includes('Lindiwe')
  await until('the words of the lead', () => found('small bathroom'))
  const { body } = await app.call('list-members', {}, owner)
  const members = body.members as unknown as readonly { readonly id: string; readonly name: string }[]
  return { owner, colleague: members.find(({ id }) => id === colleague.personId)?.name ?? newId() }
}

export const tasks: readonly Task[] = [
  {
    does: 'answers the person who waits longest',
    async perform({ page, click, type, press }) {
      await click(page.getByRole('link', { name: /Reply.*Marcus/ }))
      const reply = page.getByRole('textbox', { name: /reply|message/i }).first()
      await reply.waitFor()
      await click(reply)
      await type('Yes, Saturday at ten.')
      await press('Control+Enter')
      await page.getByText('Yes, Saturday at ten.').first().waitFor()
    },
  },
  {
    does: 'adds a caller who is not known',
    async perform({ page, press, type }) {
      await press('c')
      await press('l')
      const dialog = page.getByRole('dialog', { name: 'New lead' })
      await dialog.getByLabel('Name').waitFor()
      await type('Jo Caller')
      await press('Tab')
      await press('Tab')
      await type('098100 12345')
      await press('Control+Enter')
      await page.getByText('Jo Caller was added.').waitFor()
    },
  },
  {
    does: 'finds who asked for a small bathroom',
    async perform({ page, press, type }) {
      await press('Control+k')
      await type('small bathroom')
      await page
        .getByRole('option', { name: /Lindiwe/ })
        .first()
        .waitFor()
      await press('Enter')
      await page.getByRole('heading', { name: 'Lindiwe Dlamini', level: 1 }).waitFor()
    },
  },
  {
    does: 'finds a caller by the last digits of the number',
    async perform({ page, press, type }) {
      await press('Control+k')
      await type('9711699983')
      await page
        .getByRole('option', { name: /Maya Rao/ })
        .first()
        .waitFor()
      await press('Enter')
      await page.getByRole('heading', { name: 'Maya Rao', level: 1 }).waitFor()
    },
  },
  {
    does: 'sees which invoices are overdue',
    async perform({ page, click }) {
      await click(page.getByRole('link', { name: /overdue: all of these/ }))
      await page
        .getByText(/INV-0001/)
        .first()
        .waitFor()
    },
  },
  {
    does: 'writes down what a client said',
    async perform({ page, click, press, type }) {
      await press('Control+k')
      await type('maya rao')
      await page
        .getByRole('option', { name: /Maya Rao/ })
        .first()
        .waitFor()
      await press('Enter')
      await page.getByRole('heading', { name: 'Maya Rao', level: 1 }).waitFor()
      await click(page.getByRole('textbox', { name: 'Note' }))
      await type('Prefers calls before ten.')
      await press('Control+Enter')
      await page.getByRole('region', { name: 'Timeline' }).getByText('Prefers calls before ten.').waitFor()
    },
  },
  {
    does: 'plans the next step of a deal that stands still',
    async perform({ page, click, press, type }) {
      await click(page.getByRole('button', { name: /Add task.*Harbourlight Trust/ }))
      await page.getByRole('textbox', { name: 'Task' }).waitFor()
      await type('Send the drawings')
      await press('Enter')
      await page.getByRole('region', { name: 'Deals that need a step' }).getByText('unchanged for').waitFor()
    },
  },
  {
    does: 'moves five leads to a colleague',
    async perform({ page, click, press }, { colleague }) {
      await press('g')
      await press('l')
      await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
      for (let n = 1; n <= 5; n++) await click(page.getByRole('checkbox', { name: new RegExp(`Visitor ${n}`) }))
      await click(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Assign' }))
      await click(page.getByRole('dialog', { name: 'Assign 5 leads' }).getByRole('button', { name: colleague }))
      await page.getByText('Changed 5').waitFor()
    },
  },
  {
    does: 'deletes a lead that is a mistake, and takes it back',
    async perform({ page, click, press }) {
      await press('g')
      await press('l')
      await click(page.getByRole('link', { name: /Visitor 8/ }).first())
      await page.getByRole('heading', { name: 'Visitor 8', level: 1 }).waitFor()
      await click(page.getByRole('button', { name: 'Delete', exact: true }))
      await click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
      await page.getByText('Visitor 8 was deleted.').waitFor()
      await click(page.getByRole('button', { name: 'Undo' }))
      await page.getByText('Visitor 8 was restored.').waitFor()
    },
  },
  {
    does: 'sees what was paid this month, against the month before',
    async perform({ page, click, press }) {
      await press('g')
      await press('R')
      await page.getByRole('navigation', { name: 'Report' }).waitFor()
      await click(page.getByRole('navigation', { name: 'Report' }).getByRole('link', { name: 'Revenue' }))
      await page.waitForURL(/\/reports\/revenue/)
    },
  },
]
