import { strings } from './strings.ts'

/** Who did it, where a step of a workflow did: by the name that the workflow had then. */
export const byWorkflow = (name: string): string => strings.byWorkflow(name)
