import type { Design, Template } from './rows.ts'

/** Of thumbnails: 15 minutes, in steps, so that the address of a page stays the same for a while. */
const thumbnailMs = 15 * 60_000

const seconds = (at: number): number => Math.floor(at / 1_000)

export const thumbnailUntil = (at: number): number => (Math.floor(at / thumbnailMs) + 2) * thumbnailMs

/** `address`: of the simulator, which stands for every host of Canva. */
export const shownDesign = (design: Design, { address, at }: { readonly address: string; readonly at: number }) => ({
  id: design.id,
  title: design.title,
  owner: { user_id: `U${design.accountId}`, team_id: `T${design.accountId}` },
  thumbnail: {
    ...{ width: 320, height: 200 },
    url: `${address}/thumbnails/${design.id}/${design.updatedAt}-${thumbnailUntil(at)}.png`,
  },
  urls: { edit_url: `${address}/designs/${design.id}`, view_url: `${address}/designs/${design.id}` },
  created_at: seconds(design.createdAt),
  updated_at: seconds(design.updatedAt),
  page_count: design.pages,
  design_types: [design.type],
})

export const shownTemplate = (template: Template, address: string) => ({
  id: template.id,
  title: template.title,
  view_url: `${address}/designs`,
  create_url: `${address}/designs`,
  created_at: 1_704_110_400,
  updated_at: 1_719_835_200,
})
