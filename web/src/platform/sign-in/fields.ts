import { strings } from './strings.ts'

// Checks before the server's own, for a quick word beside the field.

export const something = (text: string): string | null => (text.trim() === '' ? strings.needed : null)
export const looksLikeAddress = (text: string): string | null =>
  /^\S+@\S+\.\S+$/.test(text.trim()) ? null : strings.notAnAddress
export const longEnough = (text: string): string | null => ([...text].length >= 10 ? null : strings.tooShort)
