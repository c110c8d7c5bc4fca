/** The id of a record at its CRM, which leads there where its address is known: what is wrong is put right there. */
export const TheirId = ({ id, text = id, url }: { id: string; text?: string; url: string | null }) =>
  url === null ? (
    <bdi>{text}</bdi>
  ) : (
    <a href={url} target="_blank" rel="noreferrer noopener" className="text-link">
      <bdi>{text}</bdi>
    </a>
  )
