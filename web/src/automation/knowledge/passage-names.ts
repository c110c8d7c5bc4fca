/** A passage as its links call it: `Opening hours › Holidays`. */
export const passageName = ({ title, heading }: { readonly title: string; readonly heading: string }): string =>
  [title, heading].filter(Boolean).join(' › ')

/** Where its document is read, with the passage before one's eyes. */
export const placeOfPassage = ({ document_id, place }: { readonly document_id: string; readonly place: number }) => ({
  to: '/settings/knowledge/$knowledgeId' as const,
  params: { knowledgeId: document_id },
  search: { passage: place },
})
