import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { keepFile } from '#domains/platform/files/stored-files.ts'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const given = async (
  { orgId }: Someone,
  place: 'folder' | 's3',
  kind: 'document' | 'template',
  fault: string | null = null,
) => {
  const name = `of-page-${newId()}`
  await pages.app.database.inOrg(orgId, async (db) => {
    await keepFile(db, orgId, { name, kind, subjectId: newId(), bytes: 1_200_000, sha256: Buffer.alloc(32), place })
    await db.updateTable('stored_files').set({ fault }).where('name', '=', name).execute()
  })
}

test('an admin sees where files are, how many, how far they have moved, and which are damaged', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/settings/files', { as: owner })
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  await page.getByText('A folder on the server').waitFor()
  await keeps('no files')

  await given(owner, 'folder', 'document')
  await given(owner, 's3', 'template')
  await given(owner, 's3', 'document', 'The stored file is missing.')
  await page.reload()
  await page.getByText('3 files, 3.6 MB').waitFor()
  const kinds = page.getByRole('list', { name: 'By type' })
  await kinds.getByRole('listitem').filter({ hasText: 'Documents' }).getByText('2 files, 2.4 MB').waitFor()
  await page.getByText('2 files of 3 (2.4 MB) are still in the previous storage.').waitFor()
  assert.equal(await page.getByRole('progressbar', { name: 'Moved' }).getAttribute('aria-valuenow'), '33')
  const damaged = page.getByRole('list', { name: 'Damaged files' })
  await damaged.getByText('The stored file is missing.').waitFor()
  assert.match((await damaged.getByRole('link', { name: 'Documents' }).getAttribute('href')) ?? '', /^\/documents\//)
  await keeps('files that move, and a damaged one')
  assert.deepEqual(errors, [])
  await close()
})

test('the page is not offered to members who are no admins', async () => {
  const owner = await pages.app.given.organization()
  const member = await pages.app.given.person(owner.orgId, 'member')
  const { page, close } = await pages.open('/settings', { as: member })
  await page
    .getByRole('link', { name: /^Profile|Sign-in/ })
    .first()
    .waitFor()
  assert.equal(await page.getByRole('link', { name: 'Files' }).count(), 0)
  await close()
})
