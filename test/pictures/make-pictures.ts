import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { isRead, startPages } from '#test/support/page.ts'
import { animatedPng } from './animated-png.ts'
import { landmarksOf, pictureSize, preparedStudio, scenes } from './scenes.ts'

/** `npm run pictures`: takes the README's pictures from the app as it is. A test says when they no longer show it (pictures.test.ts). */
const folder = path.join(import.meta.dirname, '../../docs/images')

const lead = { email: 'maya@example.com', name: 'Maya Rao', company: 'Rao Interiors', source: 'Apollo' }
const command = [
  'curl http://127.0.0.1:3000/v1/leads \\',
  '  -H "Authorization: Bearer $FOYER_KEY" \\',
  "  -H 'Content-Type: application/json' \\",
  `  -d '${JSON.stringify(lead)}'`,
].join('\n')

const pages = await startPages()
try {
  const owner = await preparedStudio(pages.app)
  const shown: Record<string, string[]> = {}
  for (const { name, path: address, ready } of scenes) {
    const { page, close } = await pages.open(address, { as: owner, ...pictureSize })
    await ready(page).waitFor()
    await isRead(page)
    await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
    shown[name] = await landmarksOf(page)
    await close()
  }
  writeFileSync(path.join(folder, 'pictures.json'), `${JSON.stringify(shown, null, 2)}\n`)

  const { page, close } = await pages.open('/leads', { as: owner, width: 760, height: 640 })
  await page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
  await isRead(page)
  const before = await page.screenshot({ animations: 'disabled' })
  const key = await pages.app.given.key(owner.orgId)
  const { body } = await pages.app.post(lead, key.text)
  await page.locator('[data-row]').getByText('Maya Rao').first().waitFor()
  const after = await page.screenshot({ animations: 'disabled' })
  await close()

  const stage = await pages.browser.newPage({ viewport: { width: 1280, height: 640 } })
  const frames = []
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    frames.push({ png: await staged(stage, before, command.slice(0, share * command.length)), ms: share === 1 ? 700 : 350 })
  const answer = `${command}\n\n${JSON.stringify({ success: true, lead_id: body.lead_id }, null, 1)}`
  frames.push({ png: await staged(stage, after, answer), ms: 3_500 })
  await stage.close()
  writeFileSync(path.join(folder, 'lead-arrives.png'), animatedPng(frames))
  console.log(
    `${scenes.length} pictures and an animation of ${Math.round(readFileSync(path.join(folder, 'lead-arrives.png')).length / 1_024)} KB`,
  )
} finally {
  await pages.stop()
}

/** A terminal on the left, the app on the right. */
async function staged(stage: Page, app: Buffer, typed: string): Promise<Buffer> {
  const text = typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  await stage.setContent(`<body style="margin:0;display:grid;grid-template-columns:520px 760px;height:640px">
    <pre style="margin:0;padding:24px;background:#171513;color:#ece8e1;font:15px/1.6 monospace;white-space:pre-wrap;overflow-wrap:anywhere">$ ${text}▌</pre>
    <img alt="" src="data:image/png;base64,${app.toString('base64')}" width="760" height="640"></body>`)
  return stage.screenshot()
}
