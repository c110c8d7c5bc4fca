import { useSentences } from '#web/sentences.ts'
import type { AuditEntry } from '#web/wire.ts'
import { actOf, whoOf } from './entries.ts'
import { strings } from './strings.ts'

/** One sentence on what happened: who, and what they did. */
export const Sentence = ({ entry }: { entry: AuditEntry }) => {
  const act = actOf(useSentences(), entry)
  return (
    <span title={`${whoOf(entry)} ${act}`}>
      <bdi>{whoOf(entry)}</bdi> {act}
      {entry.via === 'assistant' && `, ${strings.byAssistant}`}
    </span>
  )
}
