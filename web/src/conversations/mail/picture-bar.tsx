import { Button } from '@mantine/core'
import type { EmailDetail } from '#web/wire.ts'
import { useMailChange } from './api.ts'
import classes from './mail.module.css'
import type { RemotePictures } from './remote-pictures.ts'
import { strings } from './strings.ts'

/** Above a mail with pictures from elsewhere: whether they are shown, and the member's choice. */
export const PictureBar = ({
  mail,
  userEmail,
  count,
  remote,
}: {
  mail: EmailDetail
  userEmail: string
  count: number
  remote: RemotePictures
}) => {
  const choose = useMailChange('update-picture-sender')
  const sender = mail.direction === 'in' && mail.is_proven ? mail.from?.email : undefined
  return (
    <div className={classes.pictureBar}>
      <span role="status">{wordsOf(remote, count)}</span>
      {!remote.isShown && (
        <Button size="compact-xs" variant="default" onClick={remote.show}>
          {strings.showPictures}
        </Button>
      )}
      {sender && (
        <Button
          size="compact-xs"
          variant="default"
          loading={choose.isPending}
          onClick={() => choose.mutate({ id: mail.id, userEmail, always: !mail.shows_pictures })}
        >
          {mail.shows_pictures ? strings.picturesNoLonger : strings.picturesAlways(sender)}
        </Button>
      )}
    </div>
  )
}

const wordsOf = ({ isShown, isLoading, pictures }: RemotePictures, count: number): string => {
  if (!isShown) return strings.picturesHidden(count)
  if (isLoading) return strings.picturesLoading
  return pictures.size < count ? strings.picturesMissing(count - pictures.size) : strings.picturesShown
}
