/** What a check found. `warning`: works, and will not for ever. `trouble`: leads or people are kept waiting, or will be. */
export interface Finding {
  readonly check: string
  readonly state: 'fine' | 'warning' | 'trouble'
  readonly says: string
  /** What to do about it. */
  readonly mend?: string
}

export const fine = (check: string, says: string): Finding => ({ check, state: 'fine', says })
export const warning = (check: string, says: string, mend: string): Finding => ({ check, state: 'warning', says, mend })
export const trouble = (check: string, says: string, mend: string): Finding => ({ check, state: 'trouble', says, mend })

/** A span of time as people say it. */
export const ago = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${Math.round(seconds / 86_400)} days`
}

export const size = (bytes: number): string => {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

export const count = (n: number, one: string, many = `${one}s`): string => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
