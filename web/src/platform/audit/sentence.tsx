import { useSentences } from '#web/sentences.ts'
import { actOf, type Entry, whoOf } from './entries.ts'

/** One sentence on what happened: who, and what they did. */
export const Sentence = ({ entry }: { entry: Entry }) => {
  const act = actOf(useSentences(), entry)
  return (
    <span title={`${whoOf(entry)} ${act}`}>
      <bdi>{whoOf(entry)}</bdi> {act}
    </span>
  )
}
