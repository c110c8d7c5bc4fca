/** A job ends with a code; without one it has ended already, and there is nothing more to do. */
export class JobOver extends Error {
  readonly code: string | null
  constructor(code: string | null = null) {
    super(code ?? 'the job has ended')
    this.name = 'JobOver'
    this.code = code
  }
}
