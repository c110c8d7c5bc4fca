/** Whether something of a text is seen: spaces, also those without a width, and marks of direction are not asked and billed. */
export const hasLetters = (text: string): boolean => /[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(text)
