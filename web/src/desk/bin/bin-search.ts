import type { Input } from '#web/wire.ts'

export type BinKind = NonNullable<Input<'list-bin'>['kind']>

export const binKinds: readonly BinKind[] = ['contact', 'company', 'lead', 'deal', 'task']
