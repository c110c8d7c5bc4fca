import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foyer } from '#web/gateway.ts'
import type { EmailDetail } from '#web/wire.ts'
import classes from './mail.module.css'
import { cleanHtml, framePage, frameRights } from './mail-html.ts'
import { PictureBar } from './picture-bar.tsx'
import { dataAddressOf, useRemotePictures } from './remote-pictures.ts'
import { strings } from './strings.ts'

/** Pictures that came with the mail, at most. */
const mostPictures = 30

/** A mail as HTML, in a frame that runs nothing, sends no form, and is of no origin. */
export const MailFrame = ({ mail, userEmail }: { mail: EmailDetail; userEmail: string }) => {
  const pictures = useOwnPictures(mail, userEmail)
  const hidden = useMemo(() => [...cleanHtml(mail.html ?? '', none).hidden], [mail.html])
  const remote = useRemotePictures(mail, userEmail, hidden)
  const page = useMemo(
    () => framePage(cleanHtml(mail.html ?? '', pictures, remote.pictures).html),
    [mail.html, pictures, remote.pictures],
  )
  return (
    <>
      {hidden.length > 0 && <PictureBar mail={mail} userEmail={userEmail} count={hidden.length} remote={remote} />}
      <iframe
        title={strings.frame}
        className={classes.frame}
        sandbox={frameRights}
        referrerPolicy="no-referrer"
        srcDoc={page}
      />
    </>
  )
}

const none: ReadonlyMap<string, string> = new Map()

const useOwnPictures = (mail: EmailDetail, userEmail: string): ReadonlyMap<string, string> => {
  const own = mail.attachments
    .filter(({ content_id, type }) => content_id !== null && /^image\/(png|jpeg|gif|webp)$/.test(type))
    .slice(0, mostPictures)
  const { data } = useQuery({
    queryKey: ['mail-pictures', mail.id],
    queryFn: async () =>
      new Map(
        await Promise.all(
          own.map(async ({ index, content_id }): Promise<[string, string]> => {
            const file = await foyer.download('download-email-file', { id: mail.id, userEmail, index })
            return [content_id ?? '', await dataAddressOf(await file.blob())]
          }),
        ),
      ),
    enabled: own.length > 0 && /cid:/i.test(mail.html ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? none
}
