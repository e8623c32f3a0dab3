// Links of guides: `webhooks.md#verify` is another guide, `operation:notes.create` an operation of the reference.

const guideLink = /^([\w-]+)\.md(#[\w.-]+)?$/
const operationLink = /^operation:(\w+)(\.\w+)?$/

/** The address on the documentation site. Other links stay as they are. */
export function pageAddress(href: string): string {
  return translate(href, '')
}

/** The same as Markdown, for programs that read the raw files. */
export function markdownAddress(href: string): string {
  return translate(href, '.md')
}

function translate(href: string, ending: '' | '.md'): string {
  const guide = guideLink.exec(href)
  if (guide) return `/docs/${guide[1]}${ending}${guide[2] ?? ''}`
  const operation = operationLink.exec(href)
  if (!operation) return href
  const [, noun, verb] = operation
  return `/docs/reference/${noun}${ending}${verb ? `#${noun}${verb}` : ''}`
}
