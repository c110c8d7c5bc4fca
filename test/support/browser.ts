import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { sharedMemory } from './shared-memory.ts'

/**
 * The browser that came with `npm ci`: Chromium with its own libraries, unpacked once into a folder of ours. Another one
 * by CHROME_PATH (needed where npm has none, such as arm64).
 */
const folder = path.join(os.tmpdir(), `foyer-chromium-${os.userInfo().uid}`)

/** Unpacks Chromium, 200 MB in some seconds, unless it is there. Safe to call from one process at a time. */
export const unpackBrowser = async (): Promise<string> => {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  const binary = path.join(folder, 'chromium')
  if (existsSync(path.join(folder, 'whole'))) {
    await findLibraries()
    return binary
  }
  mkdirSync(folder, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder // the package unpacks into the temporary folder of the process
  try {
    const packed = await import('@sparticuz/chromium')
    const bin = path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
    await packed.inflate(path.join(bin, 'al2023.tar.br'))
    await packed.default.executablePath()
    mkdirSync(path.join(folder, 'whole.new'), { recursive: true })
    renameSync(path.join(folder, 'whole.new'), path.join(folder, 'whole'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  await findLibraries()
  return binary
}

const findLibraries = async (): Promise<void> => {
  const { setupLambdaEnvironment } = await import('@sparticuz/chromium')
  setupLambdaEnvironment(path.join(folder, 'al2023', 'lib'))
  findFonts()
}

/** Chromium dies at the first form field on a system without any font (a bare Debian): it gets the ones it came with. */
const findFonts = (): void => {
  const file = path.join(folder, 'fonts.conf')
  const folders = [path.join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
    .map((name) => `<dir>${name}</dir>`)
    .join('')
  writeFileSync(
    `${file}.${process.pid}`,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}<cachedir>${folder}/font-cache</cachedir></fontconfig>`,
  )
  renameSync(`${file}.${process.pid}`, file)
  process.env.FONTCONFIG_FILE ??= file
}

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await unpackBrowser(),
    // What its processes share is kept in files unless there is memory for it: an eighth more work.
    ...(sharedMemory(2 ** 30) && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })

/** axe itself, run in the page: its own builder opens a second page for each report, which costs more than the report. */
const near = createRequire(import.meta.url)
const axe = readFileSync(createRequire(near.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[] }[]
}

/** By the rules of WCAG 2.2 AA; or, at half the work, by those that a colour scheme and a width may break in a page that keeps the rest. */
const rules = {
  everything: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  'what a look changes': {
    type: 'rule',
    values: ['button-name', 'color-contrast', 'label', 'link-name', 'scrollable-region-focusable', 'target-size'],
  },
}

/** Faults of a page against WCAG 2.2 AA, as axe finds them, in words; once nothing moves in it any more. */
export const faultsOf = async (page: Page, by: keyof typeof rules = 'everything'): Promise<string[]> => {
  await untilStill(page)
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axe)
  const told = await page.evaluate<Violation[]>(`axe
    .run(document, {
      runOnly: ${JSON.stringify(rules[by])},
      resultTypes: ['violations'],
      iframes: false,
    })
    .then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ target }) => ({ target })) })))`)
  const violations = await withoutHalfHidden(page, told)
  return violations.map(
    (violation) => `${violation.id}: ${violation.help} (${violation.nodes.map((node) => node.target.join(' ')).join('; ')})`,
  )
}

/**
 * A target that the foot of a window half covers is not small: it is whole once scrolled. It is looked at again in the middle of
 * what scrolls, which then is as it was.
 */
const withoutHalfHidden = async (page: Page, told: readonly Violation[]): Promise<Violation[]> => {
  const looked = told.map(async (violation) => {
    if (violation.id !== 'target-size') return violation
    const nodes = []
    for (const node of violation.nodes) {
      const selector = node.target.at(-1)
      const isSmall = typeof selector !== 'string' || (await page.evaluate<boolean>(smallInTheMiddle(selector)))
      if (isSmall) nodes.push(node)
    }
    return { ...violation, nodes }
  })
  return (await Promise.all(looked)).filter(({ nodes }) => nodes.length > 0)
}

const smallInTheMiddle = (selector: string): string => `(async () => {
  const node = document.querySelector(${JSON.stringify(selector)})
  const scrolled = []
  for (let at = node; at; at = at.parentElement) scrolled.push([at, at.scrollTop, at.scrollLeft])
  node.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { violations } = await axe.run(node, { runOnly: { type: 'rule', values: ['target-size'] }, resultTypes: ['violations'] })
  for (const [at, top, left] of scrolled) at.scrollTo({ top, left, behavior: 'instant' })
  return violations.length > 0
})()`

/** Half-way through a change of colour a text may well be too pale: what moves, but for what turns for ever, has its time. */
const untilStill = (page: Page): Promise<unknown> =>
  page.evaluate(`document.fonts.ready.then(() => Promise.all(
    document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
      .map((animation) => animation.finished.catch(() => {})),
  )).then(() => true)`)
