import classes from './quote.module.css'
import { strings } from './strings.ts'

/** The message that another one answers, on one line; `href`: where it stands. */
export const Quote = ({ text, href }: { text: string | null; href?: string }) => {
  const content = (
    <>
      <span className="hidden-visually">{strings.replyTo} </span>
      <bdi>{text ?? strings.replyToGone}</bdi>
    </>
  )
  return href === undefined ? (
    <span className={classes.quote}>{content}</span>
  ) : (
    <a className={classes.quote} href={href}>
      {content}
    </a>
  )
}
