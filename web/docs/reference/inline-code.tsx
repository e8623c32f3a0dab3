// A text in which parts between backticks are code.

export const InlineCode = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity but their place
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  )
