import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foyer } from '#web/gateway.ts'
import type { EmailDetail } from '#web/wire.ts'

/** Of one mail: how many are asked for, how many bytes they may have together, and how long one waits for them. */
const mostPictures = 100
const mostBytes = 20 * 1024 * 1024
const longestMs = 30_000
/** The server has few places for a member's downloads. */
const atOnce = 3

export interface RemotePictures {
  readonly isShown: boolean
  readonly isLoading: boolean
  /** By their addresses in the mail, as `data:` addresses. */
  readonly pictures: ReadonlyMap<string, string>
  show(): void
}

/** Pictures from elsewhere, which our server asks for: only when the member wants to see them, and never by the browser. */
export const useRemotePictures = (mail: EmailDetail, userEmail: string, addresses: readonly string[]): RemotePictures => {
  const [isAsked, setIsAsked] = useState(false)
  const isShown = isAsked || mail.shows_pictures
  const { data, isFetching } = useQuery({
    queryKey: ['mail-remote-pictures', mail.id],
    queryFn: ({ signal }) => load(mail.id, userEmail, addresses.slice(0, mostPictures), signal),
    enabled: isShown && addresses.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { isShown, isLoading: isFetching, pictures: (isShown && data) || none, show: () => setIsAsked(true) }
}

const none: ReadonlyMap<string, string> = new Map()

const load = async (
  id: string,
  userEmail: string,
  addresses: readonly string[],
  left: AbortSignal,
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  const waiting = [...addresses]
  const signal = AbortSignal.any([left, AbortSignal.timeout(longestMs)])
  let bytes = 0
  const work = async (): Promise<void> => {
    for (
      let address = waiting.shift();
      address !== undefined && !signal.aborted && bytes < mostBytes;
      address = waiting.shift()
    )
      try {
        const file = await foyer.download('download-email-picture', { id, userEmail, address }, { signal })
        const content = await file.blob()
        bytes += content.size
        found.set(address, await dataAddressOf(content))
      } catch {
        // One that cannot be loaded is missing, as in any mail program; the bar counts it.
      }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

/** The frame has no origin, so no address of ours works in it. */
export const dataAddressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
