import { words } from './strings.ts'

// Checks before the server's own, for a quick word beside the field.

export const something = (text: string): string | null => (text.trim() === '' ? words.needed : null)
export const looksLikeAddress = (text: string): string | null =>
  /^\S+@\S+\.\S+$/.test(text.trim()) ? null : words.notAnAddress
export const longEnough = (text: string): string | null => ([...text].length >= 10 ? null : words.tooShort)
