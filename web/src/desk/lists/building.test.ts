import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addDays, dayOf } from '#shapes/wall-clocks.ts'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

/* Filters, columns and views as people build them, in a browser. */

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const done = async <T>(type: string, input: object, as: Someone): Promise<T> => {
  const { status, body } = await pages.app.call(type, input, as)
  assert.equal(status, 200, `${type}: ${JSON.stringify(body)}`)
  return body as T
}

/** Four deals that differ in what is filtered by. */
const givenDeals = async (): Promise<{ owner: Someone; noor: Someone }> => {
  const owner = await pages.app.given.organization()
  const noor = await pages.app.given.person(owner.orgId, 'member')
  await done('save-field', { kind: 'deal', name: 'Floors', fieldType: 'number' }, owner)
  for (const name of ['Hot', 'Cold']) await done('save-tag', { name }, owner)
  const today = dayOf(new Date(), 'UTC')
  const deals = [
    { name: 'Kitchen', valueMinor: 500_000, tag: 'Hot', userId: owner.personId, closeOn: addDays(today, 3), fields: {} },
    { name: 'Bath', valueMinor: 50_000, tag: null, userId: null, closeOn: addDays(today, 40), fields: { floors: 1 } },
    { name: 'Roof', valueMinor: 900_000, tag: 'Cold', userId: noor.personId, closeOn: null, fields: { floors: 3 } },
    { name: 'Garden', valueMinor: 10_000, tag: 'Cold', userId: noor.personId, closeOn: addDays(today, -9), fields: {} },
  ]
  for (const { name, valueMinor, tag, userId, closeOn, fields } of deals) {
    const wish = { client: { name: `Client of ${name}` }, name, valueMinor, currency: 'EUR', fields }
    const { deal } = await done<{ deal: { id: string } }>('create-deal', wish, owner)
    await done('assign-deal', { dealId: deal.id, userId }, owner)
    if (closeOn !== null) await done('update-deal', { dealId: deal.id, closeOn }, owner)
    if (tag !== null) await done('tag-records', { kind: 'deal', recordIds: [deal.id], add: [tag] }, owner)
  }
  return { owner, noor }
}

const names = (page: Page) => page.locator('a[data-row]')
/** The rows that are shown, whatever their order. */
const shows = (page: Page, ...expected: string[]) =>
  until(`${expected.join()} are shown`, async () => {
    const found = (await names(page).allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '')
    return found.toSorted().join() === expected.toSorted().join()
  })

interface Condition {
  readonly field: string
  readonly op: string
  readonly value?: string
  readonly values?: readonly string[]
}

/** Fills in the fields of a condition, by their labels; `at`: of several conditions. */
const fill = async (form: Locator, page: Page, { field, op, value, values }: Condition, at = 0): Promise<void> => {
  await form.getByLabel('Field', { exact: true }).nth(at).selectOption({ label: field })
  await form.getByLabel('Condition', { exact: true }).nth(at).selectOption({ label: op })
  if (values !== undefined) {
    const several = form
      .getByRole('textbox', { name: 'Values' })
      .or(form.getByRole('combobox', { name: 'Values' }))
      .last()
    for (const each of values) {
      const option = page.getByRole('option', { name: each })
      if (!(await option.isVisible())) await several.click()
      await option.click()
    }
    await form.getByLabel('Condition', { exact: true }).nth(at).focus()
  }
  if (value === undefined) return
  const plain = form.getByRole('textbox', { name: /^(Value|Days)$/ }).last()
  const choice = form.getByRole('combobox', { name: 'Value', exact: true }).last()
  await plain.or(choice).last().waitFor()
  if ((await choice.count()) > 0 && (await plain.count()) === 0) await choice.selectOption({ label: value })
  else await plain.fill(value)
}

const addFilter = async (page: Page, condition: Condition): Promise<void> => {
  await page.getByRole('button', { name: 'Add filter' }).click()
  const form = page.getByRole('dialog', { name: 'Add filter' })
  await fill(form, page, condition)
  await form.getByRole('button', { name: 'Apply' }).click()
  await form.waitFor({ state: 'detached' })
}

test('filters of tags, people, amounts, days from today and own fields are built, changed and taken away, and stand in the address', async () => {
  const { owner, noor } = await givenDeals()
  const { page, errors, keeps, close } = await pages.open('/deals?view=list', { as: owner, width: 1_280 })
  await shows(page, 'Kitchen', 'Bath', 'Roof', 'Garden')
  const noorsName = await done<{ person: { name: string } }>('show-profile', {}, noor).then(({ person }) => person.name)
  const filters: [Condition, string[]][] = [
    [{ field: 'Tags', op: 'has any of', values: ['Hot', 'Cold'] }, ['Kitchen', 'Roof', 'Garden']],
    [{ field: 'Tags', op: 'has none of', values: ['Cold'] }, ['Kitchen', 'Bath']],
    [{ field: 'Owner', op: 'is', value: noorsName }, ['Roof', 'Garden']],
    [{ field: 'Owner', op: 'is', value: 'Nobody' }, ['Bath']],
    [{ field: 'Value', op: 'at least', value: '5000' }, ['Kitchen', 'Roof']],
    [{ field: 'Expected close', op: 'in the next … days', value: '7' }, ['Kitchen']],
    [{ field: 'Expected close', op: 'more than … days ago', value: '7' }, ['Garden']],
    [{ field: 'Expected close', op: 'is empty' }, ['Roof']],
    [{ field: 'Floors', op: 'at least', value: '2' }, ['Roof']],
  ]
  for (const [condition, expected] of filters) {
    await addFilter(page, condition)
    await shows(page, ...expected)
    await page.reload()
    await shows(page, ...expected)
    await page.getByRole('button', { name: /^Remove filter: / }).click()
    await shows(page, 'Kitchen', 'Bath', 'Roof', 'Garden')
  }

  // Two hold together; one is changed where it stands.
  await addFilter(page, { field: 'Tags', op: 'has any of', values: ['Cold'] })
  await addFilter(page, { field: 'Value', op: 'at least', value: '5000' })
  await shows(page, 'Roof')
  await page.getByRole('button', { name: /^Edit filter: Value/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit filter: Value' })
  await form.getByRole('textbox', { name: 'Value' }).fill('50')
  await keeps('a filter that is changed')
  await form.getByRole('button', { name: 'Apply' }).click()
  await shows(page, 'Roof', 'Garden')
  assert.deepEqual(errors, [])
  await close()
})

test('groups of all and any are built in the advanced filter, are said beside the list, and are changed again', async () => {
  const { owner } = await givenDeals()
  const { page, errors, keeps, close } = await pages.open('/deals?view=list', { as: owner, width: 1_280 })
  await shows(page, 'Kitchen', 'Bath', 'Roof', 'Garden')
  const open = async () => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('button', { name: 'Advanced filter' }).click()
    const window = page.getByRole('dialog', { name: 'Advanced filter' })
    await window.waitFor()
    return window
  }
  // Owner is nobody, or (value at least 5,000 and tagged Cold).
  const window = await open()
  await window.getByLabel('Match').selectOption({ label: 'Any of these' })
  await window.getByRole('button', { name: 'Add condition' }).click()
  await fill(window, page, { field: 'Owner', op: 'is', value: 'Nobody' })
  await window.getByRole('button', { name: 'Add group' }).click()
  const inner = window.locator('fieldset').last()
  await inner.getByLabel('Match').selectOption({ label: 'All of these' })
  await fill(inner, page, { field: 'Value', op: 'at least', value: '5000' })
  await inner.getByRole('button', { name: 'Add condition' }).click()
  await fill(inner, page, { field: 'Tags', op: 'has any of', values: ['Cold'] }, 1)
  await keeps('an advanced filter')
  await window.getByRole('button', { name: 'Apply' }).click()
  await shows(page, 'Bath', 'Roof')
  await page.getByText('Any of these').waitFor()
  await page.getByRole('button', { name: /^Advanced filter 2 conditions/ }).waitFor()
  await page.reload()
  await shows(page, 'Bath', 'Roof')

  // The group is opened from its chip, and one of its conditions is taken out.
  await page.getByRole('button', { name: /^Advanced filter 2 conditions/ }).click()
  await page.getByRole('dialog', { name: 'Advanced filter' }).getByRole('button', { name: 'Remove condition' }).last().click()
  await page.getByRole('dialog', { name: 'Advanced filter' }).getByRole('button', { name: 'Apply' }).click()
  await shows(page, 'Kitchen', 'Bath', 'Roof')
  await page.getByRole('button', { name: 'Remove filter: Advanced filter' }).click()
  await shows(page, 'Bath')
  assert.deepEqual(errors, [])
  await close()
})

test('columns are chosen, moved and sized, stay so in the address, and come back as they were', async () => {
  const { owner } = await givenDeals()
  const { page, errors, keeps, close } = await pages.open('/deals?view=list', { as: owner, width: 1_440 })
  await shows(page, 'Kitchen', 'Bath', 'Roof', 'Garden')
  const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
  const usual = await heads()
  assert.ok(!usual.includes('Floors'), usual.join())
  await page.getByRole('button', { name: 'Display' }).click()
  const form = page.getByRole('dialog', { name: 'Display' })
  await form.getByRole('checkbox', { name: 'Floors' }).check()
  await until('it is a column', async () => (await heads()).includes('Floors'))
  assert.equal((await heads()).at(-1), 'Floors')
  const columns = form.getByRole('list', { name: 'Columns' })
  const shown = await columns.getByRole('checkbox', { checked: true }).count()
  for (let n = 1; n < shown; n++) await form.getByRole('button', { name: 'Move Floors up' }).click()
  await until('it is the first', async () => (await heads())[1] === 'Floors')
  assert.equal(await form.getByRole('button', { name: 'Move Floors up' }).isDisabled(), true)
  const width = async () => (await page.getByRole('columnheader', { name: 'Floors' }).boundingBox())?.width ?? 0
  const narrow = await width()
  await form.getByLabel('Width of Floors').selectOption({ label: 'Wide' })
  // As wide as there is room for.
  await until('it is wide', async () => (await width()) > narrow + 20)
  await keeps('columns that are chosen')
  const stands = await heads()
  await page.reload()
  await until('they stay', async () => (await heads()).join() === stands.join())
  assert.ok((await width()) > narrow + 20)
  await page.getByRole('button', { name: 'Display' }).click()
  await form.getByRole('checkbox', { name: 'Floors' }).uncheck()
  await until('it is gone', async () => !(await heads()).includes('Floors'))
  await form.getByRole('button', { name: 'Reset columns' }).click()
  await until('they are as before', async () => (await heads()).join() === usual.join())
  assert.deepEqual(errors, [])
  await close()
})

test('a view is saved, shared, changed, renamed, copied and deleted; a colleague uses it and may not change it', async () => {
  const { owner, noor } = await givenDeals()
  const { page, errors, keeps, close } = await pages.open('/contacts', { as: owner, width: 1_280 })
  for (const fullName of ['Maya Rao', 'Noor Haddad', 'Ravi Iyer'])
    await done('create-contact', { fullName, source: 'fair' }, owner)
  const tags = page.getByRole('navigation', { name: 'Views' })
  const options = (name: string) => page.getByRole('button', { name: `Options of the view ${name}` })
  await addFilter(page, { field: 'Name', op: 'begins with', value: 'Maya' })
  await shows(page, 'Maya Rao')
  await page.getByRole('button', { name: 'Save view' }).click()
  const window = page.getByRole('dialog', { name: 'New view' })
  await window.getByRole('textbox', { name: 'Name' }).fill('Mayas')
  await window.getByRole('switch', { name: 'Share with the workspace' }).check()
  await keeps('a view that is saved')
  await window.getByRole('button', { name: 'Save view' }).click()
  await tags.getByRole('button', { name: 'Mayas', pressed: true }).waitFor()

  await page.getByRole('button', { name: /^Edit filter: Name/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit filter: Name' })
  await form.getByRole('textbox', { name: 'Value' }).fill('Noor')
  await form.getByRole('button', { name: 'Apply' }).click()
  await shows(page, 'Noor Haddad')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })

  const theirs = await pages.open('/contacts', { as: noor, width: 1_280 })
  await theirs.page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Mayas' }).click()
  await shows(theirs.page, 'Noor Haddad')
  await theirs.page.getByRole('button', { name: 'Options of the view Mayas' }).click()
  await theirs.page.getByRole('menuitem', { name: 'Save as a new view' }).waitFor()
  assert.equal(await theirs.page.getByRole('menuitem', { name: 'Rename or share' }).count(), 0)
  assert.equal(await theirs.page.getByRole('menuitem', { name: 'Delete view' }).count(), 0)
  await theirs.close()

  await options('Mayas').click()
  await page.getByRole('menuitem', { name: 'Rename or share' }).click()
  const renaming = page.getByRole('dialog', { name: 'Edit view' })
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Noors')
  await renaming.getByRole('button', { name: 'Save view' }).click()
  await tags.getByRole('button', { name: 'Noors', pressed: true }).waitFor()
  await options('Noors').click()
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
  await page.getByRole('dialog', { name: 'New view' }).getByRole('textbox', { name: 'Name' }).fill('Copied')
  await page.getByRole('dialog', { name: 'New view' }).getByRole('button', { name: 'Save view' }).click()
  await tags.getByRole('button', { name: 'Copied', pressed: true }).waitFor()
  await shows(page, 'Noor Haddad')
  await options('Copied').click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await tags.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' })
  await shows(page, 'Maya Rao', 'Noor Haddad', 'Ravi Iyer', ...(await others(page)))
  assert.equal(await tags.getByRole('button', { name: 'Noors' }).count(), 1)
  assert.deepEqual(errors, [])
  await close()
})

/** The clients of the deals. */
const others = async (page: Page): Promise<string[]> => {
  await page
    .getByRole('link', { name: /Maya Rao/ })
    .first()
    .waitFor()
  return (await names(page).allInnerTexts())
    .map((text) => text.split('\n')[0]?.trim() ?? '')
    .filter((name) => name.startsWith('Client of'))
}

test('a view whose own field was deleted says so, and shows the list by the rest of it', async () => {
  const { owner } = await givenDeals()
  const { fields } = await done<{ fields: { id: string; name: string; key: string }[] }>('list-fields', { kind: 'deal' }, owner)
  const floors = fields.find(({ name }) => name === 'Floors')
  assert.ok(floors)
  const conditions = [
    { field: `field.${floors.key}`, op: 'at_least', value: 1 },
    { field: 'value', op: 'at_least', value: 500_000, currency: 'EUR' },
  ]
  const { view } = await done<{ view: { id: string } }>(
    'save-view',
    { kind: 'deal', name: 'High', filter: { match: 'all', conditions } },
    owner,
  )
  await done('archive-field', { fieldId: floors.id, archived: true }, owner)
  await done('delete-field', { fieldId: floors.id }, owner)
  const { page, errors, close } = await pages.open(`/deals?view=list&saved=${view.id}`, { as: owner, width: 1_280 })
  await page.getByText(/This view used fields that no longer exist: .*It ignores them\./).waitFor()
  await shows(page, 'Kitchen', 'Roof')
  assert.deepEqual(errors, [])
  await close()
})
