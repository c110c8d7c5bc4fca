import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Coverage, fontsFor, intersect, type Ranges } from '#shapes/letters.ts'
import { lettersOfFile } from './faces.ts'

/** Files of one typeface, each with the weight that it has. */
export interface Font {
  readonly name: string
  readonly files: readonly { readonly style: string; readonly file: string }[]
}

const usualStyles = ['400Regular', '600SemiBold'] as const

/** What comes with Foyer: the package, what its files begin with, and their weights. In the order in which they are tried. */
const shipped: readonly (readonly [packageName: string, stem: string, styles?: readonly string[]])[] = [
  ['inter', 'Inter', ['400Regular', '600SemiBold', '700Bold']],
  ['noto-sans-devanagari', 'NotoSansDevanagari', ['400Regular', '600SemiBold', '700Bold']],
  ['noto-sans-bengali', 'NotoSansBengali'],
  ['noto-sans-gujarati', 'NotoSansGujarati'],
  ['noto-sans-gurmukhi', 'NotoSansGurmukhi'],
  ['noto-sans-kannada', 'NotoSansKannada'],
  ['noto-sans-malayalam', 'NotoSansMalayalam'],
  ['noto-sans-oriya', 'NotoSansOriya'],
  ['noto-sans-tamil', 'NotoSansTamil'],
  ['noto-sans-telugu', 'NotoSansTelugu'],
  ['noto-sans-arabic', 'NotoSansArabic'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
  ['noto-sans-thai', 'NotoSansThai'],
  ['biz-udpgothic', 'BIZUDPGothic', ['400Regular', '700Bold']],
  ['nanum-gothic', 'NanumGothic', ['400Regular', '700Bold']],
  ['noto-emoji', 'NotoEmoji', ['400Regular']],
]

/** By package, the folders that are read: the other weights are not kept (`bin/trim.cjs`). */
export const stylesInUse: ReadonlyMap<string, readonly string[]> = new Map(
  shipped.map(([packageName, , styles = usualStyles]) => [packageName, styles]),
)

const japanese = 'BIZUDPGothic'
const korean = 'NanumGothic'

/** A font that an operator can add: a package of the npm registry, held against its digest. */
export interface AddableFont {
  readonly name: string
  /** As Unicode calls them. */
  readonly scripts: readonly string[]
  readonly packageName: string
  readonly version: string
  /** Of the packed package, as npm writes it. */
  readonly integrity: string
  /** What its files begin with. */
  readonly stem: string
  /** The download size, to decide. Two files of it are kept. */
  readonly fetchedMb: number
}

const noto = (
  name: string,
  scripts: readonly string[],
  [suffix, stem, version, fetchedMb]: readonly [string, string, string, number],
  integrity: string,
): AddableFont => ({
  name,
  scripts,
  packageName: `@expo-google-fonts/noto-sans-${suffix}`,
  stem: `NotoSans${stem}`,
  version,
  integrity: `sha512-${integrity}`,
  fetchedMb,
})

export const addableFonts: readonly AddableFont[] = [
  noto(
    'chinese-simplified',
    ['Han'],
    ['sc', 'SC', '0.4.3', 55],
    '9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==',
  ),
  noto(
    'chinese-traditional',
    ['Han', 'Bopomofo'],
    ['tc', 'TC', '0.4.3', 38],
    '69XAOTLPz0WlAxL6qJEKlDMxHsBd4J1M39HjV0gPF2o1xWVALOsVWvDgistnecVockA9wbU/tH5C/gyS2PdnHg==',
  ),
  noto(
    'armenian',
    ['Armenian'],
    ['armenian', 'Armenian', '0.4.2', 2],
    'AHnwnabRI64hwenSeePxp2TICbYK6Wg56o2y5shFTLWLWzwnPXv30r4LGy6NQYk9PliXizDU9Qeyvob6e3tsgQ==',
  ),
  noto(
    'ethiopic',
    ['Ethiopic'],
    ['ethiopic', 'Ethiopic', '0.4.2', 2],
    'puS0u1/7b0kZ6fqOYaSlCdai8zHuD9CQY2qlyJEtYzUC5Nd1fH3QENmQc0a1Gcqe0q9s3n7440eNJSLK2mGouw==',
  ),
  noto(
    'georgian',
    ['Georgian'],
    ['georgian', 'Georgian', '0.4.3', 2],
    'qvQ/DE/F10hZPD/vYSm68aNWjOLyxGrCC3NzZR3L0RWpo2njqePvNjXcAcR9yvLwrREOmlWGtUD7GTAuIjlkzA==',
  ),
  noto(
    'khmer',
    ['Khmer'],
    ['khmer', 'Khmer', '0.4.3', 2],
    'vBG7J/w4j+tPTPA53a43zb/s/K3AjHRTDbEG4omn/xs4dThknBh4aVRJ4zwROLy7OeZnhQPDkGRUEPAi8C/btg==',
  ),
  noto(
    'lao',
    ['Lao'],
    ['lao', 'Lao', '0.4.2', 2],
    'gM/grIG03BWSk8lqiR1IC7WHpGH/8TrvwU0ZjEvs236YiN0LK2qQythq6lqcJbENo/0HMxdk13n35yhqnHVJ8g==',
  ),
  noto(
    'burmese',
    ['Myanmar'],
    ['myanmar', 'Myanmar', '0.4.2', 2],
    'qG8DHmy+7xFvW5z8lN3r5jjEXoQBhjpjoxXR/Y8/WcywirPIBZnFpAy5IlwCRSobJdCw3+i7gvmIz1bl6mp7bg==',
  ),
  noto(
    'sinhala',
    ['Sinhala'],
    ['sinhala', 'Sinhala', '0.4.2', 2],
    'pczEE8p3aAvnMuVSppyW8d9dqlg9wxr8R3BfEUB9qPQHAWlR9TsSlaGbF/G/j8k4fSU21swf+v5p4BeTuFeMtA==',
  ),
]

/** Where fonts lie that were added. */
export const fontsFolder = (dataDir: string): string => path.join(dataDir, 'fonts')

/** The files of one that was added, and which of them lie in the package. */
export const addedStyles = usualStyles
export const addedFile = (folder: string, name: string, style: string): string => path.join(folder, name, `${style}.ttf`)

const require = createRequire(import.meta.url)

/** What comes along and what was added in a folder. Emoji have numerals of their own, so they come last. */
export const findFonts = (folder: string | null): readonly Font[] => {
  const own = shipped.map(([packageName, stem, styles = usualStyles]) => ({
    name: stem,
    files: styles.flatMap((style) => {
      const file = resolved(`@expo-google-fonts/${packageName}/${style}/${stem}_${style}.ttf`)
      return file === null ? [] : [{ style, file }]
    }),
  }))
  const added = addableFonts
    .map(({ name }) => ({
      name,
      files: addedStyles.map((style) => ({ style, file: addedFile(folder ?? '', name, style) })),
    }))
    .filter(({ files }) => folder !== null && files.every(({ file }) => existsSync(file)))
  return [...own.slice(0, -1), ...added, ...own.slice(-1)].filter(({ files }) => files.length > 0)
}

/** Null for a package that was left out: its letters are refused then. Without the first one there is no document at all. */
const resolved = (file: string): string | null => {
  try {
    return require.resolve(file)
  } catch (error) {
    if (file.includes('/inter/')) throw error
    return null
  }
}

/** What `findFonts` would find, as far as it can change while we run. */
export const addedNames = (folder: string | null): string => {
  if (folder === null || !existsSync(folder)) return ''
  return readdirSync(folder).toSorted().join(' ')
}

const lettersOf = new Map<string, Ranges>()
const lettersIn = (file: string): Ranges => {
  const letters = lettersOf.get(file) ?? lettersOfFile(file)
  lettersOf.set(file, letters)
  return letters
}

export const coverageOf = (fonts: readonly Font[]): Coverage => ({
  // What a headline cannot show is not shown in one weight and missing in another.
  fonts: fonts.map(({ files }) => files.map(({ file }) => lettersIn(file)).reduce(intersect)),
  addable: addableFonts
    .filter(({ name }) => !fonts.some((font) => font.name === name))
    .map(({ name, scripts }) => ({ name, scripts })),
})

/**
 * The families that texts are set in, in the order in which their letters are looked for; no more than they need, for each is
 * tried on all of a text. Chinese, Japanese and Korean draw the same characters differently: the other letters say which is
 * meant, and without any it is what an operator added.
 */
export const fontFamiliesFor = (texts: readonly string[], fonts: readonly Font[], coverage: Coverage): readonly string[] => {
  const words = texts.join(' ')
  const isFirst = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words)
    ? (name: string) => name === japanese
    : /\p{Script=Hangul}/u.test(words)
      ? (name: string) => name === korean
      : (name: string) => name.startsWith('chinese')
  const order = fonts
    .map(({ name }, at) => ({ name, rank: at === 0 ? 0 : isFirst(name) ? 1 : 2, at }))
    .toSorted((a, b) => a.rank - b.rank)
  const needed = fontsFor(
    texts,
    order.map(({ at }) => coverage.fonts[at] as Ranges),
  )
  return needed.map((place) => fontFamilyOf((order[place] as (typeof order)[number]).name))
}

/** No font of the machine is called so. */
export const fontFamilyOf = (name: string): string => `Foyer Set ${name}`
