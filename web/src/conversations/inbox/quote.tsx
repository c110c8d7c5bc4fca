import classes from './quote.module.css'
import { strings } from './strings.ts'

/** The message that is replied to, on one line; `href` leads to it. */
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
