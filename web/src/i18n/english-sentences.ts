import type { Translations } from './translations.ts'

/** English of what zod says about an input, for people: the API says it to programs. */
export const englishSentences: Translations = {
  'server/sentences/refusals': {
    'Too small: expected string to have >=1 characters': 'This is empty',
    'Too small: expected <1> to have >=<2> <3>': 'Too short: at least <2> <3>',
    'Too big: expected <1> to have <=<2> <3>': 'Too long: at most <2> <3>',
    'Too small: expected <1> to have exactly <2> <3>': 'Too short: exactly <2> <3>',
    'Too big: expected <1> to have exactly <2> <3>': 'Too long: exactly <2> <3>',
    'Too small: expected <1> to be >=<2>': 'Too small: at least <2>',
    'Too small: expected <1> to be ><2>': 'Too small: more than <2>',
    'Too big: expected <1> to be <=<2>': 'Too large: at most <2>',
    'Too big: expected <1> to be <<2>': 'Too large: less than <2>',
    'Invalid input: expected <1>, received undefined': 'This is missing',
    'Invalid input: expected <1>, received <2>': 'This must be <1>, not <2>',
    'Invalid input: expected <1>': 'This must be <1>',
    'Invalid option: expected one of <1>': 'Choose one of <1>',
    'Invalid string: must match pattern <1>': 'This is not of the form that is asked for',
    'Invalid discriminator value. Expected <1>': 'Choose one of <1>',
  },
  'server/sentences/parts': {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'yes or no',
    array: 'a list',
    object: 'a group of fields',
    record: 'a group of fields',
    null: 'empty',
  },
}
