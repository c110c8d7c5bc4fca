import { type BusinessAccountRow, BusinessRefusal, type LocationRow, type ReviewRow } from './rows.ts'

/** What a mask may name; this double fills in the first four. */
const locationFields = [
  'name',
  'title',
  'storefrontAddress',
  'metadata',
  'storeCode',
  'languageCode',
  'phoneNumbers',
  'websiteUri',
]
const starWords = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']

export const accountOf = ({ id, name, type }: BusinessAccountRow) => ({
  ...{ name: `accounts/${id}`, accountName: name, type, role: type === 'PERSONAL' ? 'PRIMARY_OWNER' : 'MANAGER' },
  verificationState: 'UNVERIFIED',
})

/** Without a mask, or with one that names what there is not, nothing is said. */
export const readMaskOf = (query: unknown): readonly string[] => {
  const fields = ((query as { readMask?: string }).readMask ?? '').split(',').map((field) => field.trim())
  if (fields.some((field) => !locationFields.includes(field.split('.')[0] ?? ''))) throw new BusinessRefusal('invalid')
  return fields.map((field) => field.split('.')[0] ?? '')
}

export const locationShown = ({ id, title, locality, isVerified }: LocationRow, fields: readonly string[]) => {
  const all: Readonly<Record<string, unknown>> = {
    name: `locations/${id}`,
    title,
    storefrontAddress: { regionCode: 'DE', locality, postalCode: '10115', addressLines: ['Hauptstraße 1'] },
    metadata: {
      ...{ placeId: `ChIJ${id}`, hasVoiceOfMerchant: isVerified, mapsUri: `https://maps.google.com/maps?cid=${id}` },
      newReviewUri: `https://search.google.com/local/writereview?placeid=ChIJ${id}`,
    },
  }
  return Object.fromEntries(fields.filter((field) => field in all).map((field) => [field, all[field]]))
}

export const replyShown = ({ reply }: ReviewRow) =>
  reply && {
    ...{ comment: reply.comment, updateTime: new Date(reply.updatedAt).toISOString() },
    ...(reply.state !== null && { reviewReplyState: reply.state }),
    ...(reply.violation !== null && { policyViolation: reply.violation }),
  }

export const reviewOf = (row: ReviewRow, accountId: string) => ({
  name: `accounts/${accountId}/locations/${row.locationId}/reviews/${row.id}`,
  reviewId: row.id,
  reviewer:
    row.reviewer === null
      ? { isAnonymous: true }
      : { displayName: row.reviewer, profilePhotoUrl: 'https://lh3.googleusercontent.com/a/sandbox' },
  starRating: starWords[row.stars - 1] ?? 'STAR_RATING_UNSPECIFIED',
  ...(row.comment !== null && { comment: row.comment }),
  createTime: new Date(row.createdAt).toISOString(),
  updateTime: new Date(row.updatedAt).toISOString(),
  ...(row.reply !== null && { reviewReply: replyShown(row) }),
  ...(row.pictures > 0 && {
    reviewMediaItems: Array.from({ length: row.pictures }, () => ({ thumbnailUrl: 'https://lh3.googleusercontent.com/p/x' })),
  }),
})
