import type { Locator, Page } from 'playwright-core'

/** What a person does with mouse and keyboard, counted. */
export interface Effort {
  clicks: number
  /** Keys that command something: shortcuts, Enter, arrows. */
  keys: number
  /** Characters of texts. */
  characters: number
}

/** A person at a page: does what it is told, and counts it. */
export interface Hand {
  readonly page: Page
  readonly effort: Effort
  click(what: Locator): Promise<void>
  press(key: string): Promise<void>
  type(text: string): Promise<void>
}

export const handAt = (page: Page): Hand => {
  const effort: Effort = { clicks: 0, keys: 0, characters: 0 }
  return {
    page,
    effort,
    async click(what) {
      await what.click()
      effort.clicks++
    },
    async press(key) {
      await page.keyboard.press(key)
      effort.keys++
    },
    async type(text) {
      await page.keyboard.type(text)
      effort.characters += text.length
    },
  }
}

/*
 * The keystroke-level model (Card, Moran and Newell, "The Keystroke-Level Model for User Performance Time with Interactive Systems",
 * Communications of the ACM 23, 1980): to think before an act 1.35 s, to point 1.1 s, to press and release a button 0.2 s, a key by an
 * average typist 0.28 s.
 */
const thinkMs = 1_350
const pointMs = 1_100
const pressMs = 200
const keyMs = 280

/** How long an expert needs for it, without what the computer needs. */
export const expertMs = ({ clicks, keys, characters }: Effort): number =>
  clicks * (thinkMs + pointMs + pressMs) + keys * (thinkMs + keyMs) + (characters > 0 ? thinkMs : 0) + characters * keyMs
