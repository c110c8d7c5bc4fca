import { type LineDraft, newLine, readLine, writeAmount } from '#web/business/invoices/draft.ts'
import { trimmed, writeNumber } from '#web/business/invoices/write-number.ts'
import { noRule, ruleFault, ruleOf, type TypedRule, typedRule } from '#web/business/templates/signed-rule.tsx'
import { CallError } from '#web/gateway.ts'
import { typedSeparators } from '#web/i18n/format.ts'
import { sentenceOf } from '#web/ui/error-note.tsx'
import type { Input, ProposalDetail } from '#web/wire.ts'
import { strings } from './strings.ts'

/** A section as typed; `key` is the form's own. */
export interface TypedSection {
  readonly key: string
  readonly heading: string
  readonly body: string
}

/** A line as typed. `id` is kept, so that an option stays the same option. */
export interface TypedLine extends LineDraft {
  readonly id: string | null
  readonly isOptional: boolean
}

/** A proposal as it is typed. */
export interface ProposalDraft {
  readonly title: string
  readonly locale: string
  readonly currency: string
  readonly validDays: string
  /** Empty: as the contact of the deal. */
  readonly clientName: string
  readonly clientEmail: string
  readonly sections: readonly TypedSection[]
  readonly lines: readonly TypedLine[]
  readonly rule: TypedRule
}

let keys = 0
export const newSection = (section: Partial<TypedSection> = {}): TypedSection => ({
  heading: '',
  body: '',
  ...section,
  key: `section-${++keys}`,
})

export const newTypedLine = (line: Partial<TypedLine> = {}): TypedLine => ({
  ...{ id: null, isOptional: false },
  ...line,
  ...newLine(line),
})

export const emptyDraft = (): ProposalDraft => ({
  ...{ title: '', locale: 'en', currency: 'EUR', validDays: '30', clientName: '', clientEmail: '' },
  ...{ sections: [newSection()], lines: [newTypedLine()], rule: noRule },
})

/** A proposal as it is written now, in the form. */
export const draftOf = (proposal: ProposalDetail): ProposalDraft => ({
  ...{ title: proposal.content.title, locale: proposal.content.locale, currency: proposal.content.currency },
  validDays: String(proposal.valid_days),
  ...{ clientName: proposal.client_name, clientEmail: proposal.client_email },
  sections: proposal.content.sections.map(newSection),
  lines: proposal.content.lines.map((line) =>
    newTypedLine({
      ...{ id: line.id, isOptional: line.choice === 'optional', description: line.description },
      quantity: writeNumber(trimmed(line.quantity), typedSeparators),
      unit: writeAmount(line.unitMinor, proposal.content.currency),
      tax: trimmed(line.taxRate) === '0' ? '' : writeNumber(trimmed(line.taxRate), typedSeparators),
    }),
  ),
  rule: typedRule(proposal.when_accepted),
})

/** By the name of a field on the wire: `title`, `sections.0.body`, `lines.0.unitMinor`. */
export type Faults = Readonly<Record<string, string>>

const isEmptyLine = ({ description, unit }: LineDraft): boolean => description.trim() === '' && unit.trim() === ''
const isEmptySection = ({ heading, body }: TypedSection): boolean => heading.trim() === '' && body.trim() === ''

/** What the server is sent, and what is wrong with it. What was left empty is left out. */
export const readDraft = (
  draft: ProposalDraft,
): { readonly fields: Omit<Input<'create-proposal'>, 'dealId'>; readonly faults: Faults } => {
  const faults: Record<string, string> = {}
  if (draft.title.trim() === '') faults.title = strings.titleMissing
  if (!/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/.test(draft.validDays.trim())) faults.validDays = strings.validWrong
  const email = draft.clientEmail.trim()
  if (email !== '' && !/^\S+@\S+$/.test(email)) faults.clientEmail = strings.emailMissing
  const rule = ruleFault(draft.rule)
  if (rule !== undefined) faults.whenAccepted = rule
  const lines = draft.lines.flatMap((line, at) => {
    if (isEmptyLine(line)) return []
    const read = readLine(line, draft.currency)
    for (const [field, fault] of Object.entries(read.faults)) faults[`lines.${at}.${field}`] = fault
    return [
      {
        ...read.line,
        ...(line.id !== null && { id: line.id }),
        choice: line.isOptional ? ('optional' as const) : ('included' as const),
      },
    ]
  })
  return {
    faults,
    fields: {
      ...{ title: draft.title.trim(), locale: draft.locale, currency: draft.currency, lines },
      sections: draft.sections
        .filter((section) => !isEmptySection(section))
        .map(({ heading, body }) => ({ heading: heading.trim(), body: body.trim() })),
      validDays: Number(draft.validDays),
      ...(draft.clientName.trim() !== '' && { clientName: draft.clientName.trim() }),
      ...(email !== '' && { clientEmail: email }),
      whenAccepted: ruleOf(draft.rule),
    },
  }
}

/** The same draft without what was left empty: the fields that the server names are counted without it. */
export const withoutEmpty = (draft: ProposalDraft): ProposalDraft => ({
  ...draft,
  sections: draft.sections.filter((section) => !isEmptySection(section)),
  lines: draft.lines.filter((line) => !isEmptyLine(line)),
})

/** What the server rejected, at its field; empty where it names none of the form. */
export const rejectedBy = (error: unknown): Faults => {
  if (!(error instanceof CallError) || error.field === null) return {}
  if (!/^(title|clientName|clientEmail|validDays|currency|(sections|lines)\.\d+\.\w+)$/.test(error.field)) return {}
  const said = sentenceOf(error).replace(new RegExp(`^${error.field}: ?`, 'i'), '')
  return { [error.field]: `${said.charAt(0).toUpperCase()}${said.slice(1)}` }
}
