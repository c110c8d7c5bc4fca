/** A page with prose of its own, whose tables between the marks are as the code says. */
export const replaceBetween = (page: string, name: string, table: string): string => {
  const [begin, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- end of ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`a page lacks the marks around ${name}`)
  return `${page.slice(0, from + begin.length)}\n\n${table}\n${page.slice(to)}`
}
