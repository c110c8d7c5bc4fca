import type { z } from 'zod'
import { choice } from '#shapes'
import { type Language, languages } from '#shapes/languages.ts'

/** Of a document: one of the product's languages, or `other`. Stems and words that say nothing are known for each but the last. */
export const KnowledgeLanguage = choice('KnowledgeLanguage', [
  ...(Object.keys(languages) as [Language, ...Language[]]),
  'other',
]).describe('`other`: words are found as they stand, without their stems')
export type KnowledgeLanguage = z.output<typeof KnowledgeLanguage>

/** What is taken for the language of a text that does not show its own, where the documents have these. */
export const usualOf = (languages: readonly KnowledgeLanguage[]): KnowledgeLanguage =>
  languages.length === 1 && languages[0] ? languages[0] : 'en'

/** The words that any text of a language is full of, and that the others have seldom or never. */
const telling: Readonly<Record<Exclude<Language, 'hi'>, ReadonlySet<string>>> = {
  en: wordsOf(
    'the and is are was were you your we our of to it this that with for have has do does can will if not be or from at by my i how what when where would could should please they there their',
  ),
  de: wordsOf(
    'der die das und ist sind nicht ein eine einen einem einer ich wir sie ihr ihre ihren mit für auf von zu im den dem des auch bei oder wenn kann können wird werden haben hat wie was wo wann mein meine bitte es sich nach aus über',
  ),
  fr: wordsOf(
    "le la les des du un une et est sont pas je nous vous votre vos notre nos avec pour dans sur au aux ce cette qui que quoi ou où il elle ils mon ma mes si peut pouvez comment combien quand être avoir par plus d l j n qu c s'il",
  ),
  es: wordsOf(
    'el la los las un una unos unas y es son no yo nosotros usted ustedes su sus nuestro nuestra con para en de del al por que qué cómo como cuánto cuanto cuándo cuando dónde donde mi mis si puede pueden tengo hay se lo este esta más está están hacer ser o',
  ),
  pt: wordsOf(
    'o a os as um uma uns umas e é são não eu nós você vocês seu sua seus nosso nossa com para em de do da dos das no na ao por que quê como quanto quando onde meu minha meus se pode podem tenho há isto esta este mais está estão ser ou',
  ),
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** The beginning of a text says what the rest is written in. */
const sampleCharacters = 20_000

/**
 * What a text is written in, by its smallest words; `unless` where it has none of them, or as many of several languages.
 */
export const languageOfText = (text: string, unless: KnowledgeLanguage): KnowledgeLanguage => {
  const sample = text.slice(0, sampleCharacters).toLowerCase()
  const words = sample.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  if (words.filter((word) => /\p{Script=Devanagari}/u.test(word)).length * 2 > words.length) return 'hi'
  const counts = Object.entries(telling)
    .map(([language, own]) => ({
      language: language as KnowledgeLanguage,
      count: words.filter((word) => own.has(word)).length,
    }))
    .sort((a, b) => b.count - a.count)
  const [first, second] = counts
  if (!first || first.count === 0 || first.count === second?.count) return unless
  // A long text of another language has a few of these words by chance.
  return words.length > 50 && first.count * 20 < words.length ? 'other' : first.language
}
