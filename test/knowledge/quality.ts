import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A document of the corpus. */
export interface GivenDocument {
  readonly title: string
  readonly text: string
}

/** A question as a customer writes it, and the passage that answers it: of which document, and what stands in it. */
export interface GivenQuestion {
  readonly question: string
  readonly title: string
  readonly phrase: string
}

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

export const givenDocuments: readonly GivenDocument[] = read('documents.md')
  .split(/^# /m)
  .slice(1)
  .map((part) => {
    const [title = '', ...lines] = part.split('\n')
    return { title, text: lines.join('\n').trim() }
  })

export const givenQuestions: readonly GivenQuestion[] = read('questions.txt')
  .trim()
  .split('\n')
  .map((line) => {
    const [question = '', title = '', phrase = ''] = line.split(' | ')
    return { question, title, phrase }
  })
